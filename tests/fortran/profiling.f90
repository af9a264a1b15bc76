! A profiling layer in Fortran: the program's own MPI_Send calls PMPI_Send.
program profiling
  use checks
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, number, sends
  common /profile/ sends
  call mpi_init(ierr)
  sends = 0
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) call mpi_send(5, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  if (rank == 1) call mpi_recv(number, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (rank == 1) call check(number == 5, 'a message')
  call check(sends == merge(1, 0, rank == 0), 'the number of sends')
  call report()
  call mpi_finalize(ierr)
end program profiling

subroutine mpi_send(buffer, count, type, dest, tag, comm, ierr)
  implicit none
  integer :: buffer, count, type, dest, tag, comm, ierr, sends
  common /profile/ sends
  sends = sends + 1
  call pmpi_send(buffer, count, type, dest, tag, comm, ierr)
end subroutine mpi_send
