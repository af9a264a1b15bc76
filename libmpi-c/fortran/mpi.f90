! Module mpi: what mpif.h declares, and MPI_Sizeof. The module has no interfaces: the compiler does not check arguments.
module mpi
  implicit none
  include 'mpif.h'
  public

contains

  ! The bytes of a number, or of an element of an array of numbers.
  subroutine mpi_sizeof(x, size, ierror)
    class(*), intent(in) :: x(..)
    integer, intent(out) :: size, ierror
    size = storage_size(x) / 8
    ierror = MPI_SUCCESS
  end subroutine mpi_sizeof
end module mpi
