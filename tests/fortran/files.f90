! Files: with MPI-IO, with views, offsets and shared pointers; and with Fortran's own statements.
program files
  use mpi
  use checks
  implicit none
  integer :: rank, ranks, ierr, i

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call parallel()
  call views()
  call errors()
  if (rank == 0) call plain()
  call report()
  call mpi_finalize(ierr)

contains

  subroutine parallel()
    integer :: fh, out(4), in(4), status(MPI_STATUS_SIZE), count, request, mode
    integer(MPI_OFFSET_KIND) :: bytes, place
    out = [(10 * rank + i, i = 1, 4)]
    in = 0
    call mpi_file_open(MPI_COMM_WORLD, 'numbers   ', ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, fh, ierr)
    call check(ierr == MPI_SUCCESS, 'open')
    place = 16 * rank
    call mpi_file_write_at_all(fh, place, out, 4, MPI_INTEGER, status, ierr)
    call mpi_get_count(status, MPI_INTEGER, count, ierr)
    call check(count == 4, 'write_at_all')
    call mpi_file_get_size(fh, bytes, ierr)
    call check(bytes == 16 * ranks, 'size')
    call mpi_file_get_amode(fh, mode, ierr)
    call check(mode == ior(MPI_MODE_CREATE, MPI_MODE_RDWR), 'amode')
    place = 16 * modulo(rank + 1, ranks)
    call mpi_file_iread_at(fh, place, in, 4, MPI_INTEGER, request, ierr)
    call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
    call check(all(in == [(10 * modulo(rank + 1, ranks) + i, i = 1, 4)]), 'iread_at')
    call mpi_file_seek(fh, -4_MPI_OFFSET_KIND, MPI_SEEK_END, ierr)
    call mpi_file_read(fh, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call check(in(1) == 10 * (ranks - 1) + 4, 'the last number')
    call mpi_file_get_position(fh, place, ierr)
    call check(place == bytes, 'position')
    call mpi_file_close(fh, ierr)
    call check(fh == MPI_FILE_NULL, 'a closed file')
  end subroutine parallel

  ! Each rank sees every ranks-th number.
  subroutine views()
    integer :: fh, type, in(4), etype, filetype
    integer(MPI_OFFSET_KIND) :: place
    character(20) :: representation
    call mpi_type_vector(4, 1, ranks, MPI_INTEGER, type, ierr)
    call mpi_type_commit(type, ierr)
    call mpi_file_open(MPI_COMM_WORLD, 'numbers', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
    place = 4 * rank
    call mpi_file_set_view(fh, place, MPI_INTEGER, type, 'native', MPI_INFO_NULL, ierr)
    call mpi_file_read_all(fh, in, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call check(all(in == [(10 * ((rank + i * ranks) / 4) + modulo(rank + i * ranks, 4) + 1, i = 0, 3)]), 'a view')
    call mpi_file_get_view(fh, place, etype, filetype, representation, ierr)
    call check(place == 4 * rank .and. etype == MPI_INTEGER .and. representation == 'native', 'get_view')
    call mpi_file_close(fh, ierr)
  end subroutine views

  subroutine errors()
    integer :: fh, class, code
    call mpi_file_open(MPI_COMM_WORLD, 'nothing', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, code)
    call mpi_error_class(code, class, ierr)
    call check(class == MPI_ERR_NO_SUCH_FILE, 'no such file')
  end subroutine errors

  subroutine plain()
    integer :: unit, number, state
    real(8) :: x
    character(20) :: word
    logical :: exists
    open (newunit=unit, file='plain', status='replace')
    write (unit, '(i0, 1x, f0.3, 1x, a)') 42, 2.5d0, 'word'
    rewind unit
    read (unit, *) number, x, word
    call check(number == 42 .and. x == 2.5d0 .and. word == 'word', 'formatted')
    read (unit, *, iostat=state) number
    call check(state < 0, 'the end of a file')
    close (unit)
    open (newunit=unit, file='direct', form='unformatted', access='direct', recl=8, status='replace')
    write (unit, rec=3) 3.5d0
    read (unit, rec=3) x
    call check(x == 3.5d0, 'direct access')
    close (unit, status='delete')
    open (newunit=unit, file='stream', form='unformatted', access='stream', status='replace')
    write (unit) [1, 2, 3]
    read (unit, pos=5) number
    call check(number == 2, 'a stream')
    close (unit)
    inquire (file='direct', exist=exists)
    call check(.not. exists, 'a deleted file')
    open (newunit=unit, file='nothing', status='old', iostat=state)
    call check(state > 0, 'an absent file')
  end subroutine plain
end program files
