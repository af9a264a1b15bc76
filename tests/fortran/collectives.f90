! Collective communication: each group of functions, operations of the program, buffers in place, requests, datatypes for each rank.
program collectives
  use mpi
  use checks
  implicit none
  integer :: rank, ranks, ierr, i

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call moving()
  call reducing()
  call operations()
  call nonblocking()
  call many_types()
  call report()
  call mpi_finalize(ierr)

contains

  subroutine moving()
    integer :: mine(2), all(2, 0:ranks - 1), counts(ranks), displs(ranks), list(0:ranks * (ranks + 1) / 2), swap(0:ranks - 1)
    logical :: truth
    mine = [rank, -rank]
    all = 99
    call mpi_gather(mine, 2, MPI_INTEGER, all, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (rank == 0) call check(all(2, ranks - 1) == 1 - ranks, 'gather')
    call mpi_bcast(all, 2 * ranks, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call check(ierr == MPI_SUCCESS .and. all(1, ranks - 1) == ranks - 1, 'bcast')
    call mpi_scatter(all, 2, MPI_INTEGER, mine, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call check(mine(2) == -rank, 'scatter')
    all = 0
    all(1, rank) = rank + 5
    call mpi_allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call check(sum(all(1, :)) == ranks * (ranks - 1) / 2 + 5 * ranks, 'allgather in place')
    counts = [(i, i = 1, ranks)]
    displs = [(i * (i - 1) / 2, i = 1, ranks)]
    list = rank
    call mpi_allgatherv([(rank, i = 0, rank)], rank + 1, MPI_INTEGER, list, counts, displs, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call check(all_are(list(displs(ranks):displs(ranks) + ranks - 1), ranks - 1), 'allgatherv')
    call mpi_alltoall([(10 * rank + i, i = 0, ranks - 1)], 1, MPI_INTEGER, swap, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call check(swap(ranks - 1) == 10 * (ranks - 1) + rank, 'alltoall')
    truth = rank == 1
    call mpi_bcast(truth, 1, MPI_LOGICAL, 1, MPI_COMM_WORLD, ierr)
    call check(truth, 'bcast of a logical')
  end subroutine moving

  logical function all_are(list, value)
    integer, intent(in) :: list(:), value
    all_are = all(list == value)
  end function all_are

  subroutine reducing()
    real(8) :: x(2), y(2)
    complex :: z
    complex(8) :: zz
    integer :: pair(2), best(2)
    real(8) :: found(2)
    logical :: every
    x = [1d0, dble(rank)]
    call mpi_reduce(x, y, 2, MPI_DOUBLE_PRECISION, MPI_SUM, ranks - 1, MPI_COMM_WORLD, ierr)
    if (rank == ranks - 1) call check(y(1) == ranks .and. y(2) == ranks * (ranks - 1) / 2, 'reduce')
    call mpi_allreduce(MPI_IN_PLACE, x, 2, MPI_REAL8, MPI_MAX, MPI_COMM_WORLD, ierr)
    call check(x(2) == ranks - 1, 'allreduce in place')
    call mpi_allreduce(cmplx(1, rank), z, 1, MPI_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierr)
    call check(z == cmplx(ranks, ranks * (ranks - 1) / 2), 'complex')
    call mpi_allreduce((2d0, 0d0), zz, 1, MPI_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD, ierr)
    call check(zz == (2d0, 0d0)**ranks, 'double complex')
    call mpi_allreduce(rank >= 0, every, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
    call check(every, 'logical and')
    pair = [-rank, rank]
    call mpi_allreduce(pair, best, 1, MPI_2INTEGER, MPI_MINLOC, MPI_COMM_WORLD, ierr)
    call check(all(best == [1 - ranks, ranks - 1]), 'minloc')
    call mpi_allreduce([dble(rank), dble(rank)], found, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, ierr)
    call check(found(2) == ranks - 1, 'maxloc')
    call mpi_scan(rank, i, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call check(i == rank * (rank + 1) / 2, 'scan')
    call mpi_exscan(1, i, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank > 0) call check(i == rank, 'exscan')
    call mpi_reduce_scatter_block([(i, i = 1, ranks)], i, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call check(i == ranks * (rank + 1), 'reduce_scatter_block')
  end subroutine reducing

  ! Keeps the larger of two absolute values.
  subroutine furthest(in, inout, length, type)
    integer, intent(in) :: length, type, in(length)
    integer, intent(inout) :: inout(length)
    call check(type == MPI_INTEGER .and. length == 2, 'arguments of an operation')
    where (abs(in) > abs(inout)) inout = in
  end subroutine furthest

  subroutine operations()
    integer :: op, all(2)
    logical :: commutes
    call mpi_op_create(furthest, .true., op, ierr)
    call mpi_op_commutative(op, commutes, ierr)
    call check(commutes, 'commutes')
    call mpi_allreduce([rank, -rank], all, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
    call check(all(1) == ranks - 1 .and. all(2) == 1 - ranks, 'an operation of the program')
    call mpi_op_free(op, ierr)
    call check(op == MPI_OP_NULL, 'a freed operation')
  end subroutine operations

  subroutine nonblocking()
    integer :: requests(3), sum, root, own
    root = merge(42, 0, rank == 0)
    call mpi_ibcast(root, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(1), ierr)
    own = rank
    call mpi_iallreduce(own, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(2), ierr)
    call mpi_ibarrier(MPI_COMM_WORLD, requests(3), ierr)
    call mpi_waitall(3, requests, MPI_STATUSES_IGNORE, ierr)
    call check(root == 42 .and. sum == ranks * (ranks - 1) / 2, 'nonblocking')
    call mpi_allreduce_init(own, sum, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1), ierr)
    call mpi_start(requests(1), ierr)
    call mpi_wait(requests(1), MPI_STATUS_IGNORE, ierr)
    call check(sum == ranks - 1, 'persistent')
    call mpi_request_free(requests(1), ierr)
  end subroutine nonblocking

  subroutine many_types()
    integer :: counts(0:ranks - 1), displs(0:ranks - 1), types(0:ranks - 1), request
    real(8) :: out(0:ranks - 1), in(0:ranks - 1)
    counts = 1
    displs = [(8 * i, i = 0, ranks - 1)]
    types = MPI_DOUBLE_PRECISION
    out = [(dble(rank * ranks + i), i = 0, ranks - 1)]
    call mpi_alltoallw(out, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD, ierr)
    call check(ierr == MPI_SUCCESS .and. all(in == [(dble(i * ranks + rank), i = 0, ranks - 1)]), 'alltoallw')
    call mpi_ialltoallw(MPI_IN_PLACE, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD, request, ierr)
    call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
    call check(all(in == out), 'ialltoallw in place')
  end subroutine many_types
end program collectives
