! One-sided communication: windows of each kind, every way to synchronise, requests, attributes, and errors.
program windows
  use, intrinsic :: iso_c_binding
  use mpi
  use checks
  implicit none
  integer :: rank, ranks, ierr, left, right
  integer(MPI_ADDRESS_KIND), parameter :: zero = 0

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  call fences()
  call locks()
  call posts()
  call allocated()
  call report()
  call mpi_finalize(ierr)

contains

  subroutine fences()
    real(8), asynchronous :: memory(4)
    real(8) :: out(2)
    integer :: win, unit
    integer(MPI_ADDRESS_KIND) :: value
    logical :: found
    memory = rank
    out = [10d0 * rank, 10d0 * rank + 1]
    call mpi_win_create(memory, 32_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call check(ierr == MPI_SUCCESS .and. win /= MPI_WIN_NULL, 'win_create')
    call mpi_win_fence(MPI_MODE_NOPRECEDE, win, ierr)
    call mpi_put(out, 2, MPI_DOUBLE_PRECISION, right, 2_MPI_ADDRESS_KIND, 2, MPI_DOUBLE_PRECISION, win, ierr)
    call mpi_win_fence(0, win, ierr)
    call check(all(memory == [dble(rank), dble(rank), 10d0 * left, 10d0 * left + 1]), 'put')
    call mpi_accumulate(out, 1, MPI_DOUBLE_PRECISION, 0, zero, 1, MPI_DOUBLE_PRECISION, MPI_SUM, win, ierr)
    call mpi_win_fence(MPI_MODE_NOSUCCEED, win, ierr)
    if (rank == 0) call check(memory(1) == 5 * ranks * (ranks - 1), 'accumulate')
    call mpi_win_get_attr(win, MPI_WIN_SIZE, value, found, ierr)
    call check(found .and. value == 32, 'the size of a window')
    call mpi_win_get_attr(win, MPI_WIN_DISP_UNIT, value, found, ierr)
    unit = int(value)
    call check(found .and. unit == 8, 'the unit of a window')
    call mpi_win_get_attr(win, MPI_WIN_BASE, value, found, ierr)
    call check(value == loc(memory) .and. found, 'the address of a window')
    call mpi_win_free(win, ierr)
    call check(win == MPI_WIN_NULL, 'a freed window')
  end subroutine fences

  subroutine locks()
    integer, asynchronous :: counter, before, found
    integer :: win, request, one
    counter = 0
    one = 1
    call mpi_win_create(counter, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call mpi_win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
    call mpi_fetch_and_op(one, before, MPI_INTEGER, 0, zero, MPI_SUM, win, ierr)
    call mpi_win_unlock(0, win, ierr)
    call check(before >= 0 .and. before < ranks, 'fetch_and_op')
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    call mpi_win_lock_all(0, win, ierr)
    call mpi_rget(found, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, request, ierr)
    call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
    call check(found == ranks, 'rget')
    call mpi_win_flush_all(win, ierr)
    call mpi_win_unlock_all(win, ierr)
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    call mpi_win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierr)
    call mpi_compare_and_swap(ranks + rank, rank, before, MPI_INTEGER, 0, zero, win, ierr)
    call mpi_win_unlock(0, win, ierr)
    call check(before == ranks, 'compare_and_swap that changes nothing')
    call mpi_win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
    call mpi_put(one, 1, MPI_INTEGER, ranks, zero, 1, MPI_INTEGER, win, ierr)
    call check(ierr /= MPI_SUCCESS, 'a rank too large')
    call mpi_win_free(win, ierr)
  end subroutine locks

  subroutine posts()
    integer, asynchronous :: memory
    integer :: win, world, target, origin
    memory = -1
    call mpi_win_create(memory, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call mpi_comm_group(MPI_COMM_WORLD, world, ierr)
    call mpi_group_incl(world, 1, [left], origin, ierr)
    call mpi_group_incl(world, 1, [right], target, ierr)
    call mpi_win_post(origin, 0, win, ierr)
    call mpi_win_start(target, 0, win, ierr)
    call mpi_put(rank, 1, MPI_INTEGER, right, zero, 1, MPI_INTEGER, win, ierr)
    call mpi_win_complete(win, ierr)
    call mpi_win_wait(win, ierr)
    call check(memory == left, 'post and start')
    call mpi_win_free(win, ierr)
  end subroutine posts

  ! Memory from the library, by an address and by a C pointer.
  subroutine allocated()
    integer(MPI_ADDRESS_KIND) :: address
    type(c_ptr) :: pointer
    integer, pointer :: numbers(:)
    integer :: win
    call mpi_win_allocate(8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, pointer, win, ierr)
    call c_f_pointer(pointer, numbers, [2])
    numbers = rank
    call mpi_win_fence(0, win, ierr)
    call mpi_put(100 + rank, 1, MPI_INTEGER, left, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)
    call mpi_win_fence(0, win, ierr)
    call check(numbers(1) == rank .and. numbers(2) == 100 + right, 'win_allocate')
    call mpi_win_free(win, ierr)
    call mpi_alloc_mem(80_MPI_ADDRESS_KIND, MPI_INFO_NULL, address, ierr)
    call check(address /= 0, 'alloc_mem')
    call mpi_alloc_mem(80_MPI_ADDRESS_KIND, MPI_INFO_NULL, pointer, ierr)
    call c_f_pointer(pointer, numbers, [20])
    numbers = 7
    call mpi_free_mem(numbers, ierr)
    call check(ierr == MPI_SUCCESS, 'free_mem')
  end subroutine allocated
end program windows
