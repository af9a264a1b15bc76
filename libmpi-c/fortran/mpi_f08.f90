! Module mpi_f08: the interface of MPI with a type for each kind of handle, and subroutines whose ierror can be left out (MPI 5.0 §19.1).
! Compiled with the preprocessor. Keywords of arguments other than ierror have other names than in the standard.
#define HANDLE(name) type, bind(c) :: name; integer(c_int) :: mpi_val; end type name
#define EQUAL(name, eq, ne) \
  elemental logical function eq(a, b); type(name), intent(in) :: a, b; eq = a%mpi_val == b%mpi_val; end function eq; \
  elemental logical function ne(a, b); type(name), intent(in) :: a, b; ne = a%mpi_val /= b%mpi_val; end function ne
module mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int
  use mpi, only: mpi_sizeof
  implicit none

  HANDLE(mpi_comm)
  HANDLE(mpi_datatype)
  HANDLE(mpi_errhandler)
  HANDLE(mpi_file)
  HANDLE(mpi_group)
  HANDLE(mpi_info)
  HANDLE(mpi_message)
  HANDLE(mpi_op)
  HANDLE(mpi_request)
  HANDLE(mpi_session)
  HANDLE(mpi_win)

  ! As in C.
  type, bind(c) :: mpi_status
    integer(c_int) :: mpi_source, mpi_tag, mpi_error
    integer(c_int) :: mpi_internal(5)
  end type mpi_status

  ! Made from mpif.h: what is no handle, and the constants that are handles.
  include 'numbers.inc'
  include 'handles.inc'

  ! Made from the tables of the C functions (interfaces.h).
  interface
    include 'interfaces_f08.inc'
  end interface

  interface operator(==)
    module procedure :: comm_eq, datatype_eq, errhandler_eq, file_eq, group_eq, info_eq, message_eq, op_eq, request_eq, session_eq, win_eq
  end interface
  interface operator(/=)
    module procedure :: comm_ne, datatype_ne, errhandler_ne, file_ne, group_ne, info_ne, message_ne, op_ne, request_ne, session_ne, win_ne
  end interface

  public
  private :: c_int
  private :: comm_eq, datatype_eq, errhandler_eq, file_eq, group_eq, info_eq, message_eq, op_eq, request_eq, session_eq, win_eq
  private :: comm_ne, datatype_ne, errhandler_ne, file_ne, group_ne, info_ne, message_ne, op_ne, request_ne, session_ne, win_ne

contains

  EQUAL(mpi_comm, comm_eq, comm_ne)
  EQUAL(mpi_datatype, datatype_eq, datatype_ne)
  EQUAL(mpi_errhandler, errhandler_eq, errhandler_ne)
  EQUAL(mpi_file, file_eq, file_ne)
  EQUAL(mpi_group, group_eq, group_ne)
  EQUAL(mpi_info, info_eq, info_ne)
  EQUAL(mpi_message, message_eq, message_ne)
  EQUAL(mpi_op, op_eq, op_ne)
  EQUAL(mpi_request, request_eq, request_ne)
  EQUAL(mpi_session, session_eq, session_ne)
  EQUAL(mpi_win, win_eq, win_ne)

  ! A status of the other interfaces as one of this one.
  subroutine mpi_status_f2f08(f_status, f08_status, ierror)
    integer, intent(in) :: f_status(MPI_STATUS_SIZE)
    type(mpi_status), intent(out) :: f08_status
    integer, optional, intent(out) :: ierror
    f08_status = mpi_status(f_status(1), f_status(2), f_status(3), f_status(4:8))
    if (present(ierror)) ierror = MPI_SUCCESS
  end subroutine mpi_status_f2f08

  ! The other way round.
  subroutine mpi_status_f082f(f08_status, f_status, ierror)
    type(mpi_status), intent(in) :: f08_status
    integer, intent(out) :: f_status(MPI_STATUS_SIZE)
    integer, optional, intent(out) :: ierror
    f_status = [f08_status%mpi_source, f08_status%mpi_tag, f08_status%mpi_error, f08_status%mpi_internal]
    if (present(ierror)) ierror = MPI_SUCCESS
  end subroutine mpi_status_f082f

  ! Keeps the compiler from holding `buf` in registers across this call.
  subroutine mpi_f_sync_reg(buf)
    type(*) :: buf(*)
    !GCC$ attributes no_arg_check :: buf
  end subroutine mpi_f_sync_reg
end module mpi_f08
