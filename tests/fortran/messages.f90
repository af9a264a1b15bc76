! Point-to-point communication: blocking, nonblocking, persistent, buffered and matched; statuses, indices from 1, and errors.
program messages
  use mpi
  use checks
  implicit none
  integer :: rank, ranks, ierr, left, right

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  call statuses()
  call many()
  call some()
  call persistent()
  call buffered()
  call matched()
  call errors()
  call report()
  call mpi_finalize(ierr)

contains

  subroutine statuses()
    integer :: status(MPI_STATUS_SIZE), count
    real(8) :: out(3), in(5)
    logical :: flag
    out = rank
    in = -1
    call mpi_sendrecv(out, 3, MPI_DOUBLE_PRECISION, right, 7, in, 5, MPI_DOUBLE_PRECISION, left, MPI_ANY_TAG, MPI_COMM_WORLD, &
                      status, ierr)
    call check(ierr == MPI_SUCCESS .and. all(in == [left, left, left, -1, -1]), 'sendrecv')
    call check(status(MPI_SOURCE) == left .and. status(MPI_TAG) == 7, 'source and tag')
    call mpi_get_count(status, MPI_DOUBLE_PRECISION, count, ierr)
    call check(count == 3, 'get_count')
    call mpi_test_cancelled(status, flag, ierr)
    call check(.not. flag, 'not cancelled')
    call mpi_sendrecv_replace(out, 3, MPI_DOUBLE_PRECISION, left, 1, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call check(all(out == right), 'sendrecv_replace without a status')
    call mpi_iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr)
    call check(.not. flag, 'iprobe finds nothing')
    call mpi_recv(in, 1, MPI_REAL8, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status, ierr)
    call check(status(MPI_SOURCE) == MPI_PROC_NULL, 'nothing from MPI_PROC_NULL')
  end subroutine statuses

  ! More requests than fit on the stack of the binding.
  subroutine many()
    integer, parameter :: most = 40
    integer :: requests(2 * most), statuses(MPI_STATUS_SIZE, 2 * most), out(most), in(most), i
    logical :: flag
    do i = 1, most
      out(i) = 100 * rank + i
      call mpi_irecv(in(i), 1, MPI_INTEGER, left, i, MPI_COMM_WORLD, requests(i), ierr)
    end do
    do i = 1, most
      call mpi_isend(out(i), 1, MPI_INTEGER, right, i, MPI_COMM_WORLD, requests(most + i), ierr)
    end do
    call mpi_waitall(2 * most, requests, statuses, ierr)
    call check(ierr == MPI_SUCCESS .and. all(in == [(100 * left + i, i = 1, most)]), 'waitall')
    call check(all(requests == MPI_REQUEST_NULL), 'requests are null')
    call check(all(statuses(MPI_TAG, :most) == [(i, i = 1, most)]), 'a status for each request')
    call mpi_testall(2 * most, requests, flag, MPI_STATUSES_IGNORE, ierr)
    call check(flag, 'testall of null requests')
  end subroutine many

  subroutine some()
    integer :: requests(2), indices(2), statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE), in(2), out, index, count
    logical :: flag
    call mpi_irecv(in(1), 1, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD, requests(1), ierr)
    call mpi_irecv(in(2), 1, MPI_INTEGER, left, 2, MPI_COMM_WORLD, requests(2), ierr)
    call mpi_waitany(2, requests, index, status, ierr)
    call check(index == 1 .and. requests(1) == MPI_REQUEST_NULL, 'the first of two')
    call mpi_testany(2, requests, index, flag, status, ierr)
    call check(.not. flag .and. index == MPI_UNDEFINED, 'testany finds none')
    call mpi_testsome(2, requests, count, indices, statuses, ierr)
    call check(count == 0, 'testsome finds none')
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    out = rank
    call mpi_ssend(out, 1, MPI_INTEGER, right, 2, MPI_COMM_WORLD, ierr)
    call mpi_waitsome(2, requests, count, indices, statuses, ierr)
    call check(count == 1 .and. indices(1) == 2 .and. statuses(MPI_SOURCE, 1) == left .and. in(2) == left, 'waitsome')
    call mpi_waitany(2, requests, index, status, ierr)
    call check(index == MPI_UNDEFINED, 'waitany without a request')
    call mpi_waitsome(2, requests, count, indices, statuses, ierr)
    call check(count == MPI_UNDEFINED, 'waitsome without a request')
  end subroutine some

  subroutine persistent()
    integer, asynchronous :: out, in
    integer :: requests(2), round
    logical :: flag
    call mpi_send_init(out, 1, MPI_INTEGER, right, 3, MPI_COMM_WORLD, requests(1), ierr)
    call mpi_recv_init(in, 1, MPI_INTEGER, left, 3, MPI_COMM_WORLD, requests(2), ierr)
    do round = 1, 3
      out = round * (rank + 1)
      call mpi_startall(2, requests, ierr)
      call mpi_waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
      call check(in == round * (left + 1), 'persistent')
    end do
    call mpi_request_get_status(requests(2), flag, MPI_STATUS_IGNORE, ierr)
    call check(flag .and. requests(2) /= MPI_REQUEST_NULL, 'an inactive request')
    call mpi_request_free(requests(1), ierr)
    call mpi_request_free(requests(2), ierr)
    call check(all(requests == MPI_REQUEST_NULL), 'freed')
  end subroutine persistent

  subroutine buffered()
    integer, parameter :: bytes = 1000 + MPI_BSEND_OVERHEAD
    character :: buffer(bytes)
    integer :: in(10), out(10), size
    call mpi_buffer_attach(buffer, bytes, ierr)
    out = rank
    call mpi_bsend(out, 10, MPI_INTEGER, right, 4, MPI_COMM_WORLD, ierr)
    call mpi_recv(in, 10, MPI_INTEGER, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call mpi_buffer_detach(buffer, size, ierr)
    call check(all(in == left) .and. size == bytes, 'bsend')
  end subroutine buffered

  subroutine matched()
    integer :: message, request, status(MPI_STATUS_SIZE)
    character(8) :: in, out
    in = ' '
    write (out, '(a, i0)') 'rank', rank
    call mpi_isend(out, 8, MPI_CHARACTER, right, 5, MPI_COMM_WORLD, request, ierr)
    call mpi_mprobe(left, 5, MPI_COMM_WORLD, message, status, ierr)
    call check(message /= MPI_MESSAGE_NULL .and. status(MPI_SOURCE) == left, 'mprobe')
    call mpi_mrecv(in, 8, MPI_CHARACTER, message, MPI_STATUS_IGNORE, ierr)
    call check(message == MPI_MESSAGE_NULL .and. in(:4) == 'rank', 'mrecv')
    call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
    call mpi_irecv(in, 8, MPI_CHARACTER, left, 99, MPI_COMM_WORLD, request, ierr)
    call mpi_cancel(request, ierr)
    call mpi_wait(request, status, ierr)
    call check(request == MPI_REQUEST_NULL, 'a cancelled request')
  end subroutine matched

  subroutine errors()
    integer :: code, class, length, in(2), out(4), request
    character(MPI_MAX_ERROR_STRING) :: text
    call mpi_comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    call mpi_send(out, 1, MPI_INTEGER, ranks, 0, MPI_COMM_WORLD, code)
    call mpi_error_class(code, class, ierr)
    call check(class == MPI_ERR_RANK, 'a rank too large')
    call mpi_error_string(MPI_ERR_RANK, text, length, ierr)
    call check(length > 0 .and. text(length + 1:) == ' ' .and. text(:length) /= ' ', 'text of an error')
    call mpi_send(out, 1, MPI_DATATYPE_NULL, right, 0, MPI_COMM_WORLD, ierr)
    call check(ierr == MPI_ERR_TYPE, 'no datatype')
    call mpi_send(out, -1, MPI_INTEGER, right, 0, MPI_COMM_WORLD, ierr)
    call check(ierr == MPI_ERR_COUNT, 'a negative count')
    call mpi_waitall(-1, request, MPI_STATUSES_IGNORE, ierr)
    call check(ierr /= MPI_SUCCESS, 'a negative count of requests')
    call mpi_isend(out, 4, MPI_INTEGER, right, 6, MPI_COMM_WORLD, request, ierr)
    call mpi_recv(in, 2, MPI_INTEGER, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call check(ierr == MPI_ERR_TRUNCATE, 'a message too long')
    call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
    call mpi_comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierr)
  end subroutine errors
end program messages
