// Makes the blocking, the non-blocking and the persistent form of a collective operation whose blocks vary, with counts of MPI_Count,
// from one row, as api/forms.h does with counts of int. Each form checks its counts and displacements, copies their arrays to arrays of
// int, and calls the function with counts of int. The copies live until the blocking form returns or the request is freed.
//
//     LARGE_ALL_FORMS(Scatterv, scatterv, (parameters of MPI_Scatterv_c), (arguments of MPI_Scatterv),
//                     .count = recvcount, .send = large_side(sendcounts, displs, large_ranks(comm)))
//
// defines MPI_Scatterv_c, MPI_Iscatterv_c and MPI_Scatterv_init_c. The parameters must include `MPI_Comm comm`. The arguments take the
// arrays of int from `large`. The last columns are the members of struct large_call that depend on the operation.
#ifndef API_LARGE_FORMS_H
#define API_LARGE_FORMS_H

#include "api/large.h"

// One side of a call: its arrays as given, and as int. Ranks that do not use an array may give NULL.
struct large_side {
    const MPI_Count *given_counts;
    const MPI_Aint *given_places;
    size_t blocks;
    int *counts, *places;  // set by large_narrow_call; NULL where none were given
};

struct large_call {
    const char *function;
    MPI_Comm comm;
    MPI_Count count;  // the one that is no array; 0 if the operation has none
    struct large_side send, receive;
};

static inline struct large_side large_side(const MPI_Count counts[], const MPI_Aint places[], size_t blocks)
{
    return (struct large_side){.given_counts = counts, .given_places = places, .blocks = blocks};
}

// The send side of an operation that allows MPI_IN_PLACE there: then its arrays have no meaning.
static inline struct large_side large_send_side(const void *sendbuf, const MPI_Count counts[], const MPI_Aint places[], size_t blocks)
{
    return sendbuf == MPI_IN_PLACE ? large_side(NULL, NULL, 0) : large_side(counts, places, blocks);
}

// Checks the counts and displacements of a call, and sets its arrays of int. Returns MPI_SUCCESS, or reports the first number that does
// not fit and returns MPI_ERR_COUNT.
int large_narrow_call(struct large_call *call);

// Frees the arrays of int. Returns `error`.
int large_end(struct large_call *call, int error);

// Leaves the arrays of int to the request of a collective call, which frees them at its end. If `error` is no success there is no
// request, and they are freed now. Returns `error`.
int large_keep(struct large_call *call, int error, MPI_Request *request);

#define LARGE_LIST(...) __VA_ARGS__

#define LARGE_FORM(form, parameters, call_, finish, ...)                               \
    int PMPI_##form##_c parameters                                                     \
    {                                                                                  \
        struct large_call large = {.function = "MPI_" #form "_c", .comm = comm, __VA_ARGS__}; \
        int error_ = large_narrow_call(&large);                                        \
        if (error_ == MPI_SUCCESS)                                                     \
            error_ = PMPI_##form call_;                                                \
        return finish;                                                                 \
    }                                                                                  \
    API_WEAK(form##_c)

#define LARGE_ALL_FORMS(Name, name, parameters, arguments, ...)                                                              \
    LARGE_FORM(Name, (LARGE_LIST parameters), (LARGE_LIST arguments), large_end(&large, error_), __VA_ARGS__)                \
    LARGE_FORM(I##name, (LARGE_LIST parameters, MPI_Request *request), (LARGE_LIST arguments, request),                      \
               large_keep(&large, error_, request), __VA_ARGS__)                                                             \
    LARGE_FORM(Name##_init, (LARGE_LIST parameters, MPI_Info info, MPI_Request *request), (LARGE_LIST arguments, info, request), \
               large_keep(&large, error_, request), __VA_ARGS__)

#endif
