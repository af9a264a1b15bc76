// Makes the blocking, the non-blocking and the persistent form of a collective operation from one row. The forms differ only in
// what they do with the record of the call, struct call.
//
//     CALL_ALL_FORMS(Scan, scan,
//                    (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
//                    (sendbuf, recvbuf, count, datatype, op, comm),
//                    .operation = CALL_SCAN, .op = op, ...)
//
// defines PMPI_Scan, PMPI_Iscan and PMPI_Scan_init, and their weak names MPI_Scan, MPI_Iscan and MPI_Scan_init. The columns of a
// row: the name with and without a capital; the parameters of the blocking form, which must include `MPI_Comm comm`; the same as
// arguments; and the members of struct call that depend on the operation.
#ifndef API_FORMS_H
#define API_FORMS_H

#include "api/collective.h"

#define CALL_LIST(...) __VA_ARGS__

// Defines the function that all forms call first. It fills in `call` and checks it; returns MPI_SUCCESS or the error class that
// it has reported. `function` is the form's name for reports.
#define CALL_PREPARE(name, parameters, ...)                                                              \
    static int call_prepare_##name(struct call *call, const char *function, CALL_LIST parameters)        \
    {                                                                                                    \
        *call = (struct call){.function = function, __VA_ARGS__};                                        \
        return call_check(call, comm);                                                                   \
    }

#define CALL_BLOCKING(Name, name, parameters, arguments)                                                 \
    int PMPI_##Name(CALL_LIST parameters)                                                                \
    {                                                                                                    \
        struct call call;                                                                                \
        int error = call_prepare_##name(&call, "MPI_" #Name, CALL_LIST arguments);                       \
        return call_now(&call, error);                                                                   \
    }                                                                                                    \
    API_WEAK(Name)

#define CALL_NON_BLOCKING(name, parameters, arguments)                                                   \
    int PMPI_I##name(CALL_LIST parameters, MPI_Request *request)                                         \
    {                                                                                                    \
        struct call call;                                                                                \
        int error = call_prepare_##name(&call, "MPI_I" #name, CALL_LIST arguments);                      \
        return call_begin(&call, error, request);                                                        \
    }                                                                                                    \
    API_WEAK(I##name)

#define CALL_PERSISTENT(Name, name, parameters, arguments)                                               \
    int PMPI_##Name##_init(CALL_LIST parameters, MPI_Info info, MPI_Request *request)                    \
    {                                                                                                    \
        (void)info;                                                                                      \
        struct call call;                                                                                \
        int error = call_prepare_##name(&call, "MPI_" #Name "_init", CALL_LIST arguments);               \
        return call_prepare(&call, error, request);                                                      \
    }                                                                                                    \
    API_WEAK(Name##_init)

#define CALL_ALL_FORMS(Name, name, parameters, arguments, ...)                                           \
    CALL_PREPARE(name, parameters, __VA_ARGS__)                                                          \
    CALL_BLOCKING(Name, name, parameters, arguments)                                                     \
    CALL_NON_BLOCKING(name, parameters, arguments)                                                       \
    CALL_PERSISTENT(Name, name, parameters, arguments)

// The same without the blocking form, for operations whose blocking form has a fast path. Their files define it; where it leaves
// the fast path it calls call_prepare_NAME and call_now.
#define CALL_OTHER_FORMS(Name, name, parameters, arguments, ...)                                         \
    CALL_PREPARE(name, parameters, __VA_ARGS__)                                                          \
    CALL_NON_BLOCKING(name, parameters, arguments)                                                       \
    CALL_PERSISTENT(Name, name, parameters, arguments)

#endif
