! Fortran with a part in C: handles, statuses and buffers go from one language to the other.
program mixed
  use mpi
  use checks
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    ! Adds the ranks of a communicator.
    integer(c_int) function sum_of_ranks(comm) bind(c)
      import :: c_int
      integer(c_int), value :: comm
    end function sum_of_ranks

    ! Receives a number from the rank before, with its status.
    integer(c_int) function receive_in_c(comm, status) bind(c)
      import :: c_int
      integer(c_int), value :: comm
      integer(c_int) :: status(*)
    end function receive_in_c

    ! The attribute of a communicator, which C finds at an address; sets another one to an address.
    integer(c_int) function exchange_attributes(comm, mine, yours) bind(c)
      import :: c_int
      integer(c_int), value :: comm, mine, yours
    end function exchange_attributes
  end interface
  integer :: rank, ranks, ierr, comm, status(MPI_STATUS_SIZE), request, keys(2)
  integer(MPI_ADDRESS_KIND) :: value
  logical :: found

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr)
  call check(sum_of_ranks(comm) == ranks * (ranks - 1) / 2, 'a communicator in C')
  call mpi_isend(rank, 1, MPI_INTEGER, modulo(rank + 1, ranks), 9, comm, request, ierr)
  call check(receive_in_c(comm, status) == modulo(rank - 1, ranks), 'a message to C')
  call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
  call check(status(MPI_TAG) == 9 .and. status(MPI_SOURCE) == modulo(rank - 1, ranks), 'a status from C')
  call mpi_comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keys(1), 0_MPI_ADDRESS_KIND, ierr)
  call mpi_comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keys(2), 0_MPI_ADDRESS_KIND, ierr)
  call mpi_comm_set_attr(comm, keys(1), -17_MPI_ADDRESS_KIND, ierr)
  call check(exchange_attributes(comm, keys(1), keys(2)) == -17, 'an attribute in C')
  call mpi_comm_get_attr(comm, keys(2), value, found, ierr)
  call check(found .and. value == 4096, 'an attribute from C')
  call mpi_comm_free(comm, ierr)
  call report()
  call mpi_finalize(ierr)
end program mixed
