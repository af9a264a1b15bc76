! Ends with a code, as programs do that find a mistake.
program stops
  use mpi
  implicit none
  integer :: ierr, number
  call mpi_init(ierr)
  read (*, *) number
  print *, 'read', number
  call mpi_finalize(ierr)
  error stop 7
end program stops
