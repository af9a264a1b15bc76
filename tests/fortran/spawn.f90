! Starts itself on two more ranks, which send their arguments back.
program spawn
  use mpi
  use checks
  implicit none
  integer :: parent, children, ierr, rank, size, codes(2), child
  character(20) :: name, arguments(3), word

  call mpi_init(ierr)
  call mpi_comm_get_parent(parent, ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (parent /= MPI_COMM_NULL) then
    call get_command_argument(1, word)
    call mpi_send(word, 20, MPI_CHARACTER, 0, rank, parent, ierr)
    call mpi_comm_disconnect(parent, ierr)
    call mpi_finalize(ierr)
    stop
  end if
  call get_command_argument(0, name)
  arguments = ['first  ', 'second ', '       ']
  call mpi_comm_spawn(name, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, codes, ierr)
  call mpi_comm_remote_size(children, size, ierr)
  call check(size == 2 .and. all(codes == MPI_SUCCESS), 'spawned')
  do child = 0, 1
    call mpi_recv(word, 20, MPI_CHARACTER, child, child, children, MPI_STATUS_IGNORE, ierr)
    call check(word == 'first', 'an argument')
  end do
  call mpi_comm_disconnect(children, ierr)
  call check(children == MPI_COMM_NULL, 'disconnected')
  call report()
  call mpi_finalize(ierr)
end program spawn
