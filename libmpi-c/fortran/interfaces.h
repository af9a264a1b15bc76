// The tables' second form: interfaces for Fortran's modules mpi and mpi_f08 (FORTRAN_F08), which this text of the preprocessor becomes
// with a new line in place of each `@`. With them the compiler checks the number of arguments, and those that are single numbers, truth values, handles or texts.
#ifndef FORTRAN_INTERFACES_H
#define FORTRAN_INTERFACES_H

#ifdef FORTRAN_F08
#define IMPORTED @import
#define DECLARED_CODE(a) @integer, optional, intent(out) :: a
#define DECLARED_HANDLE(kind, a) @type(kind), intent(in) :: a
#define DECLARED_HANDLE_OUT(kind, a) @type(kind), intent(inout) :: a
#else
#define IMPORTED
#define DECLARED_CODE(a) @integer, intent(out) :: a
#define DECLARED_HANDLE(kind, a) @integer, intent(in) :: a
#define DECLARED_HANDLE_OUT(kind, a) @integer, intent(inout) :: a
#endif

#define INTERFACE(lower, ...)                                              \
    @subroutine mpi_##lower(EACH(NAMED, __VA_ARGS__) ierror) IMPORTED      \
    EACH(DECLARED, __VA_ARGS__) DECLARED_CODE(ierror)                      \
    @end subroutine
#define INTERFACE_WITHOUT_ARGUMENTS(lower) @subroutine mpi_##lower(ierror) DECLARED_CODE(ierror) @end subroutine

#define NAMED(kind, a) a,
#define DECLARED(kind, a) DECLARED_##kind(a)

#define DECLARED_INT(a) @integer, intent(in) :: a
#define DECLARED_LOGICAL(a) @logical, intent(in) :: a
#define DECLARED_AINT(a) @integer(8), intent(in) :: a
#define DECLARED_OFFSET(a) DECLARED_AINT(a)
#define DECLARED_COUNT(a) DECLARED_AINT(a)
#define DECLARED_TEXT(a) @character(*), intent(in) :: a
#define DECLARED_WORD(a) DECLARED_TEXT(a)
#define DECLARED_TEXT_OUT(a) @character(*), intent(inout) :: a

#define DECLARED_COMM(a) DECLARED_HANDLE(MPI_Comm, a)
#define DECLARED_GROUP(a) DECLARED_HANDLE(MPI_Group, a)
#define DECLARED_TYPE(a) DECLARED_HANDLE(MPI_Datatype, a)
#define DECLARED_OP(a) DECLARED_HANDLE(MPI_Op, a)
#define DECLARED_REQUEST(a) DECLARED_HANDLE(MPI_Request, a)
#define DECLARED_WIN(a) DECLARED_HANDLE(MPI_Win, a)
#define DECLARED_FILE(a) DECLARED_HANDLE(MPI_File, a)
#define DECLARED_INFO(a) DECLARED_HANDLE(MPI_Info, a)
#define DECLARED_ERRHANDLER(a) DECLARED_HANDLE(MPI_Errhandler, a)
#define DECLARED_SESSION(a) DECLARED_HANDLE(MPI_Session, a)
#define DECLARED_COMM_OUT(a) DECLARED_HANDLE_OUT(MPI_Comm, a)
#define DECLARED_GROUP_OUT(a) DECLARED_HANDLE_OUT(MPI_Group, a)
#define DECLARED_TYPE_OUT(a) DECLARED_HANDLE_OUT(MPI_Datatype, a)
#define DECLARED_OP_OUT(a) DECLARED_HANDLE_OUT(MPI_Op, a)
#define DECLARED_REQUEST_OUT(a) DECLARED_HANDLE_OUT(MPI_Request, a)
#define DECLARED_WIN_OUT(a) DECLARED_HANDLE_OUT(MPI_Win, a)
#define DECLARED_FILE_OUT(a) DECLARED_HANDLE_OUT(MPI_File, a)
#define DECLARED_INFO_OUT(a) DECLARED_HANDLE_OUT(MPI_Info, a)
#define DECLARED_ERRHANDLER_OUT(a) DECLARED_HANDLE_OUT(MPI_Errhandler, a)
#define DECLARED_SESSION_OUT(a) DECLARED_HANDLE_OUT(MPI_Session, a)
#define DECLARED_MESSAGE_OUT(a) DECLARED_HANDLE_OUT(MPI_Message, a)

// Anything, passed by its address: buffers of any type, and variables that may be arrays.
#define DECLARED_ANY(a) @type(*) :: a(*) @!GCC$ attributes no_arg_check :: a
#define DECLARED_BUF(a) DECLARED_ANY(a)
#define DECLARED_INTS(a) DECLARED_ANY(a)
#define DECLARED_RANGES(a) DECLARED_ANY(a)
#define DECLARED_AINTS(a) DECLARED_ANY(a)
#define DECLARED_AINT_AS_INT(a) DECLARED_ANY(a)
#define DECLARED_OFFSETS(a) DECLARED_ANY(a)
#define DECLARED_COUNTS(a) DECLARED_ANY(a)
#define DECLARED_LOGICALS(a) DECLARED_ANY(a)
#define DECLARED_WEIGHTS(a) DECLARED_ANY(a)
#define DECLARED_ADDRESS(a) DECLARED_ANY(a)
#define DECLARED_DETACHED(a) DECLARED_ANY(a)
#define DECLARED_STATUS(a) DECLARED_ANY(a)

#define DECLARED_FUNCTION(a) @external :: a
#define DECLARED_STRINGS(a) @character(*), intent(in) :: a(*)
#define DECLARED_OP_FUNCTION(a) DECLARED_FUNCTION(a)
#define DECLARED_COMM_HANDLER(a) DECLARED_FUNCTION(a)
#define DECLARED_FILE_HANDLER(a) DECLARED_FUNCTION(a)
#define DECLARED_SESSION_HANDLER(a) DECLARED_FUNCTION(a)
#define DECLARED_WIN_HANDLER(a) DECLARED_FUNCTION(a)

#endif
