// Several requests at once, in Fortran: arrays of handles, and indices that begin with 1 (MPI 5.0, chapter 3).
#include <stdbool.h>

#include "fortran/binding.h"

static void shift(int count, MPI_Fint *indices)
{
    for (int i = 0; i < count; i++)
        if (indices[i] != MPI_UNDEFINED)
            indices[i]++;
}

INTERFACE(startall, INT, INTS)
FUNCTION(void, startall, const MPI_Fint *count, MPI_Fint *requests, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct handles all;
    *ierror = MPI_Startall(*count, handles_read(&all, *count, requests));
    handles_write(&all, *count, requests);
}

INTERFACE(waitall, INT, INTS, STATUS)
FUNCTION(void, waitall, const MPI_Fint *count, MPI_Fint *requests, void *statuses, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct handles all;
    *ierror = MPI_Waitall(*count, handles_read(&all, *count, requests), special_status(statuses));
    handles_write(&all, *count, requests);
}

INTERFACE(waitany, INT, INTS, INTS, STATUS)
FUNCTION(void, waitany, const MPI_Fint *count, MPI_Fint *requests, MPI_Fint *index, void *status, MPI_Fint *ierror)
{
    ierror = code_place(ierror);
    struct handles all;
    *ierror = MPI_Waitany(*count, handles_read(&all, *count, requests), index, special_status(status));
    handles_write(&all, *count, requests);
    if (*ierror == MPI_SUCCESS)
        shift(1, index);
}

// What becomes of the handles after the call: the program gets them back, or they are only looked at.
#define CHANGED handles_write(&all, *count, requests)
#define UNCHANGED handles_free(&all)

#define TEST_ALL(lower, name, after)                                                                                      \
    FUNCTION(void, lower, const MPI_Fint *count, MPI_Fint *requests, MPI_Fint *flag, void *statuses, MPI_Fint *ierror)    \
    {                                                                                                                     \
        ierror = code_place(ierror);                                                                                      \
        struct handles all;                                                                                               \
        *ierror = MPI_##name(*count, handles_read(&all, *count, requests), flag, special_status(statuses));               \
        after;                                                                                                            \
    }

#define TEST_ANY(lower, name, after)                                                                                      \
    FUNCTION(void, lower, const MPI_Fint *count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag, void *status,       \
             MPI_Fint *ierror)                                                                                            \
    {                                                                                                                     \
        ierror = code_place(ierror);                                                                                      \
        struct handles all;                                                                                               \
        *ierror = MPI_##name(*count, handles_read(&all, *count, requests), index, flag, special_status(status));          \
        after;                                                                                                            \
        if (*ierror == MPI_SUCCESS)                                                                                       \
            shift(1, index);                                                                                              \
    }

// After MPI_ERR_IN_STATUS the indices count, too.
static bool has_indices(int code)
{
    return code == MPI_SUCCESS || code == MPI_ERR_IN_STATUS;
}

#define SOME(lower, name, after)                                                                                          \
    FUNCTION(void, lower, const MPI_Fint *count, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *indices, void *statuses,   \
             MPI_Fint *ierror)                                                                                            \
    {                                                                                                                     \
        ierror = code_place(ierror);                                                                                      \
        struct handles all;                                                                                               \
        *ierror = MPI_##name(*count, handles_read(&all, *count, requests), done, indices, special_status(statuses));      \
        after;                                                                                                            \
        if (has_indices(*ierror))                                                                                         \
            shift(*done, indices);                                                                                        \
    }

INTERFACE(testall, INT, INTS, LOGICALS, STATUS)
TEST_ALL(testall, Testall, CHANGED)
INTERFACE(request_get_status_all, INT, INTS, LOGICALS, STATUS)
TEST_ALL(request_get_status_all, Request_get_status_all, UNCHANGED)
INTERFACE(testany, INT, INTS, INTS, LOGICALS, STATUS)
TEST_ANY(testany, Testany, CHANGED)
INTERFACE(request_get_status_any, INT, INTS, INTS, LOGICALS, STATUS)
TEST_ANY(request_get_status_any, Request_get_status_any, UNCHANGED)
INTERFACE(waitsome, INT, INTS, INTS, INTS, STATUS)
SOME(waitsome, Waitsome, CHANGED)
INTERFACE(testsome, INT, INTS, INTS, INTS, STATUS)
SOME(testsome, Testsome, CHANGED)
INTERFACE(request_get_status_some, INT, INTS, INTS, INTS, STATUS)
SOME(request_get_status_some, Request_get_status_some, UNCHANGED)
