// The forms of a collective operation: blocking, non-blocking and persistent. They differ only in what they do with the record of
// the call, so that one row gives them all, from which the macros here make the functions.
//
//     API_ALL_FORMS(Scan, scan,
//                   (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
//                   (sendbuf, recvbuf, count, datatype, op, comm),
//                   .operation = API_SCAN, .op = op, ...)
//
// defines PMPI_Scan, PMPI_Iscan and PMPI_Scan_init with their weak names MPI_Scan, MPI_Iscan and MPI_Scan_init. A row has the name
// with a capital and without, the parameters of the blocking form, which include `MPI_Comm comm`, the same as arguments, and the
// members of struct api_call that the operation sets from them.
#ifndef API_FORMS_H
#define API_FORMS_H

#include "api/collective.h"

#define API_LIST(...) __VA_ARGS__

// Defines the function that the forms begin with. It fills in `call` and checks it; returns MPI_SUCCESS or the error class that it
// has reported. `function` is the form's name for reports.
#define API_PREPARE(name, parameters, ...)                                                               \
    static int api_prepare_##name(struct api_call *call, const char *function, API_LIST parameters)      \
    {                                                                                                    \
        *call = (struct api_call){.function = function, __VA_ARGS__};                                    \
        return api_call_check(call, comm);                                                               \
    }

#define API_BLOCKING(Name, name, parameters, arguments)                                                  \
    int PMPI_##Name(API_LIST parameters)                                                                 \
    {                                                                                                    \
        struct api_call call;                                                                            \
        int error = api_prepare_##name(&call, "MPI_" #Name, API_LIST arguments);                         \
        return api_call_now(&call, error);                                                               \
    }                                                                                                    \
    API_WEAK(Name)

#define API_NON_BLOCKING(name, parameters, arguments)                                                    \
    int PMPI_I##name(API_LIST parameters, MPI_Request *request)                                          \
    {                                                                                                    \
        struct api_call call;                                                                            \
        int error = api_prepare_##name(&call, "MPI_I" #name, API_LIST arguments);                        \
        return api_call_begin(&call, error, request);                                                    \
    }                                                                                                    \
    API_WEAK(I##name)

#define API_PERSISTENT(Name, name, parameters, arguments)                                                \
    int PMPI_##Name##_init(API_LIST parameters, MPI_Info info, MPI_Request *request)                     \
    {                                                                                                    \
        (void)info;                                                                                      \
        struct api_call call;                                                                            \
        int error = api_prepare_##name(&call, "MPI_" #Name "_init", API_LIST arguments);                 \
        return api_call_prepare(&call, error, request);                                                  \
    }                                                                                                    \
    API_WEAK(Name##_init)

#define API_ALL_FORMS(Name, name, parameters, arguments, ...)                                            \
    API_PREPARE(name, parameters, __VA_ARGS__)                                                           \
    API_BLOCKING(Name, name, parameters, arguments)                                                      \
    API_NON_BLOCKING(name, parameters, arguments)                                                        \
    API_PERSISTENT(Name, name, parameters, arguments)

// All but the blocking form, for operations whose blocking form has a fast path: the file writes it out, and falls back to
// api_prepare_NAME and api_call_now.
#define API_OTHER_FORMS(Name, name, parameters, arguments, ...)                                          \
    API_PREPARE(name, parameters, __VA_ARGS__)                                                           \
    API_NON_BLOCKING(name, parameters, arguments)                                                        \
    API_PERSISTENT(Name, name, parameters, arguments)

#endif
