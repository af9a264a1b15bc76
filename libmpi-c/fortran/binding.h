// Makes the functions that programs in Fortran call from tables with a line for each function: BINDING(send, Send, BUF, INT, TYPE,
// INT, INT, COMM) defines `pmpi_send_`, with the weak name `mpi_send_`, which calls MPI_Send. Each word behind the names is the kind
// of an argument.
#ifndef FORTRAN_BINDING_H
#define FORTRAN_BINDING_H

#include <stddef.h>
#include <stdint.h>

// Rankine finds the program's own call by the frame pointer of the function here (MpiCalls::return_address).
#pragma GCC optimize("no-omit-frame-pointer")

#include "fortran/handles.h"
#include "fortran/special.h"
#include "fortran/text.h"

// The kinds. A line has, with commas between: the parameter; what comes before the call; what is passed; what comes after the call;
// a comma and the further parameter, if there is one, that gfortran puts behind all others. `a` is the parameter's name. Handles are
// read before the call even if the function only sets them; what is read then is put back if the function sets nothing.
#define KIND_INT(a) const MPI_Fint *a, , *a, ,
#define KIND_INTS(a) MPI_Fint *a, , a, ,  // an array, or an integer that the function sets
#define KIND_RANGES(a) MPI_Fint (*a)[3], , a, ,
#define KIND_AINT(a) const MPI_Aint *a, , *a, ,
#define KIND_AINTS(a) MPI_Aint *a, , a, ,
#define KIND_AINT_AS_INT(a) MPI_Fint *a, MPI_Aint c_##a = *a;, &c_##a, *a = (MPI_Fint)c_##a;,
#define KIND_OFFSET(a) const MPI_Offset *a, , *a, ,
#define KIND_OFFSETS(a) MPI_Offset *a, , a, ,
#define KIND_COUNT(a) const MPI_Count *a, , *a, ,
#define KIND_COUNTS(a) MPI_Count *a, , a, ,
#define KIND_LOGICAL(a) const MPI_Fint *a, , *a, ,  // gfortran's .TRUE. is 1, as that of mpi.h
#define KIND_LOGICALS(a) MPI_Fint *a, , a, ,
#define KIND_WEIGHTS(a) MPI_Fint *a, , special_weights(a), ,
#define KIND_BUF(a) void *a, , special_buffer(a), ,
#define KIND_ADDRESS(a) void *a, , a, ,           // of an integer that the function sets to an address
#define KIND_DETACHED(a) void *a, void *c_##a;, &c_##a, (void)a;,  // Fortran has no use for the address of the buffer
#define KIND_STATUS(a) void *a, , special_status(a), ,
#define KIND_TEXT(a) const char *a, char c_##a[length_##a + 1]; text_in(c_##a, a, length_##a);, c_##a, , , size_t length_##a
#define KIND_WORD(a) const char *a, char c_##a[length_##a + 1]; text_word(c_##a, a, length_##a);, c_##a, , , size_t length_##a
#define KIND_TEXT_OUT(a) char *a, char c_##a[TEXT_MAX]; c_##a[0] = '\0';, c_##a, \
                         if (code == MPI_SUCCESS) text_out(a, length_##a, c_##a);, , size_t length_##a
#define KIND_FUNCTION(type, a) type *a, , a, ,    // Fortran passes the addresses that C passes; only the low half of a handle counts
#define KIND_OP_FUNCTION(a) KIND_FUNCTION(MPI_User_function, a)
#define KIND_COMM_HANDLER(a) KIND_FUNCTION(MPI_Comm_errhandler_function, a)
#define KIND_FILE_HANDLER(a) KIND_FUNCTION(MPI_File_errhandler_function, a)
#define KIND_SESSION_HANDLER(a) KIND_FUNCTION(MPI_Session_errhandler_function, a)
#define KIND_WIN_HANDLER(a) KIND_FUNCTION(MPI_Win_errhandler_function, a)

#define KIND_HANDLE(type, a) const MPI_Fint *a, , HANDLE(type, *a), ,
#define KIND_HANDLE_OUT(type, a) MPI_Fint *a, type c_##a = HANDLE(type, *a);, &c_##a, *a = INTEGER(c_##a);,
#define KIND_COMM(a) KIND_HANDLE(MPI_Comm, a)
#define KIND_COMM_OUT(a) KIND_HANDLE_OUT(MPI_Comm, a)
#define KIND_GROUP(a) KIND_HANDLE(MPI_Group, a)
#define KIND_GROUP_OUT(a) KIND_HANDLE_OUT(MPI_Group, a)
#define KIND_TYPE(a) KIND_HANDLE(MPI_Datatype, a)
#define KIND_TYPE_OUT(a) KIND_HANDLE_OUT(MPI_Datatype, a)
#define KIND_OP(a) KIND_HANDLE(MPI_Op, a)
#define KIND_OP_OUT(a) KIND_HANDLE_OUT(MPI_Op, a)
#define KIND_REQUEST(a) KIND_HANDLE(MPI_Request, a)
#define KIND_REQUEST_OUT(a) KIND_HANDLE_OUT(MPI_Request, a)
#define KIND_MESSAGE_OUT(a) KIND_HANDLE_OUT(MPI_Message, a)
#define KIND_WIN(a) KIND_HANDLE(MPI_Win, a)
#define KIND_WIN_OUT(a) KIND_HANDLE_OUT(MPI_Win, a)
#define KIND_FILE(a) KIND_HANDLE(MPI_File, a)
#define KIND_FILE_OUT(a) KIND_HANDLE_OUT(MPI_File, a)
#define KIND_INFO(a) KIND_HANDLE(MPI_Info, a)
#define KIND_INFO_OUT(a) KIND_HANDLE_OUT(MPI_Info, a)
#define KIND_ERRHANDLER(a) KIND_HANDLE(MPI_Errhandler, a)
#define KIND_ERRHANDLER_OUT(a) KIND_HANDLE_OUT(MPI_Errhandler, a)
#define KIND_SESSION(a) KIND_HANDLE(MPI_Session, a)
#define KIND_SESSION_OUT(a) KIND_HANDLE_OUT(MPI_Session, a)

// One field of a kind's line.
#define PARAMETER(kind, a) FIELD_1(KIND_##kind(a))
#define BEFORE(kind, a) FIELD_2(KIND_##kind(a))
#define PASSED(kind, a) FIELD_3(KIND_##kind(a))
#define AFTER(kind, a) FIELD_4(KIND_##kind(a))
#define HIDDEN(kind, a) FIELD_5(KIND_##kind(a))
#define FIELD_1(...) FIELD_1_(__VA_ARGS__)
#define FIELD_1_(parameter, before, passed, after, ...) parameter,
#define FIELD_2(...) FIELD_2_(__VA_ARGS__)
#define FIELD_2_(parameter, before, passed, after, ...) before
#define FIELD_3(...) FIELD_3_(__VA_ARGS__)
#define FIELD_3_(parameter, before, passed, after, ...) , passed
#define FIELD_4(...) FIELD_4_(__VA_ARGS__)
#define FIELD_4_(parameter, before, passed, after, ...) after
#define FIELD_5(...) FIELD_5_(__VA_ARGS__)
#define FIELD_5_(parameter, before, passed, after, ...) __VA_ARGS__

// The field of each argument's kind, one behind the other. The parameters' names count down.
#define EACH(field, ...) EACH_OF(__VA_ARGS__, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)(field, __VA_ARGS__)
#define EACH_OF(k13, k12, k11, k10, k9, k8, k7, k6, k5, k4, k3, k2, k1, count, ...) EACH_##count
#define EACH_1(field, kind) field(kind, a1)
#define EACH_2(field, kind, ...) field(kind, a2) EACH_1(field, __VA_ARGS__)
#define EACH_3(field, kind, ...) field(kind, a3) EACH_2(field, __VA_ARGS__)
#define EACH_4(field, kind, ...) field(kind, a4) EACH_3(field, __VA_ARGS__)
#define EACH_5(field, kind, ...) field(kind, a5) EACH_4(field, __VA_ARGS__)
#define EACH_6(field, kind, ...) field(kind, a6) EACH_5(field, __VA_ARGS__)
#define EACH_7(field, kind, ...) field(kind, a7) EACH_6(field, __VA_ARGS__)
#define EACH_8(field, kind, ...) field(kind, a8) EACH_7(field, __VA_ARGS__)
#define EACH_9(field, kind, ...) field(kind, a9) EACH_8(field, __VA_ARGS__)
#define EACH_10(field, kind, ...) field(kind, a10) EACH_9(field, __VA_ARGS__)
#define EACH_11(field, kind, ...) field(kind, a11) EACH_10(field, __VA_ARGS__)
#define EACH_12(field, kind, ...) field(kind, a12) EACH_11(field, __VA_ARGS__)
#define EACH_13(field, kind, ...) field(kind, a13) EACH_12(field, __VA_ARGS__)

#define CALL(...) CALL_(__VA_ARGS__)
#define CALL_(name, ...) MPI_##name(__VA_ARGS__)

// Begins the definition of a function: its two names and its parameters.
#define PRAGMA(text) _Pragma(#text)
#define FUNCTION(result, lower, ...)              \
    result pmpi_##lower##_(__VA_ARGS__);          \
    PRAGMA(weak mpi_##lower##_ = pmpi_##lower##_) \
    result pmpi_##lower##_(__VA_ARGS__)

// For a function that is written out: what BINDING would have. Only the interfaces use it (interfaces.h).
#ifdef FORTRAN_INTERFACES
#include "fortran/interfaces.h"
#define BINDING(lower, name, ...) INTERFACE(lower, __VA_ARGS__)
#else
#define INTERFACE(lower, ...)
#define INTERFACE_WITHOUT_ARGUMENTS(lower)
#define BINDING(lower, name, ...)                                                                               \
    FUNCTION(void, lower, EACH(PARAMETER, __VA_ARGS__) MPI_Fint *ierror EACH(HIDDEN, __VA_ARGS__))              \
    {                                                                                                           \
        EACH(BEFORE, __VA_ARGS__)                                                                               \
        int code = CALL(name EACH(PASSED, __VA_ARGS__));                                                        \
        EACH(AFTER, __VA_ARGS__)                                                                                \
        *code_place(ierror) = code;                                                                             \
    }
#endif

#endif
