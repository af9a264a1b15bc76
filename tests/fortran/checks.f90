! Checks for the programs here: each failed one is a line on standard error; rank 0 prints "ok" if no rank has one.
module checks
  use mpi
  implicit none
  private
  public :: check, report
  integer :: failures = 0

contains

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    integer :: rank, ierr
    if (holds) return
    failures = failures + 1
    call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
    write (0, '(a, i0, 2a)') 'rank ', rank, ' fails: ', what
  end subroutine check

  ! Collective; the last call before MPI_Finalize.
  subroutine report()
    integer :: all, rank, ierr
    call mpi_allreduce(failures, all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (all > 0) call mpi_abort(MPI_COMM_WORLD, 1, ierr)
    if (rank == 0) print '(a)', 'ok'
  end subroutine report
end module checks
