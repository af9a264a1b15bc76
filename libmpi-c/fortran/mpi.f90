! Module mpi: what mpif.h declares, interfaces of the subroutines, and MPI_Sizeof.
module mpi
  implicit none
  include 'mpif.h'
  public

  ! Made from the tables of the C functions (interfaces.h).
  interface
    include 'interfaces.inc'
  end interface

contains

  ! The bytes of a number, or of an element of an array of numbers.
  subroutine mpi_sizeof(x, size, ierror)
    class(*), intent(in) :: x(..)
    integer, intent(out) :: size, ierror
    size = storage_size(x) / 8
    ierror = MPI_SUCCESS
  end subroutine mpi_sizeof
end module mpi
