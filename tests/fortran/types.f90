! Datatypes: derived types with displacements, contents, Fortran's kinds, packing, and the widths that names stand for.
program types
  use mpi
  use checks
  implicit none
  integer :: rank, ranks, ierr, i

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call sizes()
  call vectors()
  call structures()
  call kinds()
  call packing()
  call absolute()
  call report()
  call mpi_finalize(ierr)

contains

  subroutine sizes()
    integer, parameter :: types(*) = [MPI_INTEGER, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_LOGICAL, &
                                      MPI_CHARACTER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_REAL4, MPI_REAL8, &
                                      MPI_REAL16, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32, MPI_2INTEGER, MPI_2REAL, &
                                      MPI_2DOUBLE_PRECISION, MPI_LOGICAL8, MPI_AINT, MPI_OFFSET, MPI_COUNT, MPI_BYTE]
    integer, parameter :: bytes(*) = [4, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 4, 8, 16, 8, 16, 32, 8, 8, 16, 8, 8, 8, 8, 1]
    integer :: size
    integer(MPI_ADDRESS_KIND) :: lb, extent
    integer(MPI_COUNT_KIND) :: count
    do i = 1, ubound(types, 1)
      call mpi_type_size(types(i), size, ierr)
      call check(size == bytes(i), 'size of a type')
      call mpi_type_get_extent(types(i), lb, extent, ierr)
      call check(lb == 0 .and. extent == bytes(i), 'extent of a type')
      call mpi_type_size_x(types(i), count, ierr)
      call check(count == bytes(i), 'size_x')
    end do
    call mpi_sizeof(i, size, ierr)
    call check(size == 4, 'sizeof an integer')
    call mpi_sizeof([(0d0, 0d0)], size, ierr)
    call check(size == 16, 'sizeof complex numbers')
  end subroutine sizes

  ! A row of a matrix, whose elements lie apart in Fortran.
  subroutine vectors()
    integer :: matrix(4, 5), row, part, type, order(5), size
    integer(MPI_ADDRESS_KIND) :: lb, extent
    matrix = reshape([(i, i = 1, 20)], [4, 5])
    call mpi_type_vector(5, 1, 4, MPI_INTEGER, row, ierr)
    call mpi_type_commit(row, ierr)
    call mpi_sendrecv(matrix(2, 1), 1, row, rank, 0, order, 5, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call check(all(order == matrix(2, :)), 'a row')
    call mpi_type_create_subarray(2, [4, 5], [2, 2], [1, 3], MPI_ORDER_FORTRAN, MPI_INTEGER, part, ierr)
    call mpi_type_commit(part, ierr)
    call mpi_sendrecv(matrix, 1, part, rank, 0, order, 5, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call check(all(order(:4) == [14, 15, 18, 19]), 'a part of a matrix')
    call mpi_type_create_resized(row, 0_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND, type, ierr)
    call mpi_type_get_extent(type, lb, extent, ierr)
    call check(lb == 0 .and. extent == 4, 'resized')
    call mpi_type_indexed(2, [1, 2], [0, 5], MPI_INTEGER, part, ierr)
    call mpi_type_size(part, size, ierr)
    call check(size == 12, 'indexed')
    call mpi_type_free(row, ierr)
    call check(row == MPI_DATATYPE_NULL, 'a freed type')
  end subroutine vectors

  subroutine structures()
    type particle
      sequence
      real(8) :: place(3)
      integer :: charge
      character(4) :: name
    end type particle
    type(particle) :: one, other
    integer(MPI_ADDRESS_KIND) :: at(3), addresses(3)
    integer :: type, integers(9), types(9), count_integers, count_addresses, count_types, combiner, name_length
    character(MPI_MAX_OBJECT_NAME) :: name
    one = particle([1d0, 2d0, 3d0], 7 + rank, 'abcd')
    call mpi_get_address(one%place, at(1), ierr)
    call mpi_get_address(one%charge, at(2), ierr)
    call mpi_get_address(one%name, at(3), ierr)
    at = [(mpi_aint_diff(at(i), at(1)), i = 1, 3)]
    call check(all(at == [0, 24, 28]), 'displacements')
    call mpi_type_create_struct(3, [3, 1, 4], at, [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_CHARACTER], type, ierr)
    call mpi_type_commit(type, ierr)
    call mpi_sendrecv(one, 1, type, modulo(rank + 1, ranks), 0, other, 1, type, modulo(rank - 1, ranks), 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, ierr)
    call check(other%charge == 7 + modulo(rank - 1, ranks) .and. other%name == 'abcd' .and. other%place(3) == 3d0, 'a structure')
    call mpi_type_get_envelope(type, count_integers, count_addresses, count_types, combiner, ierr)
    call check(all([count_integers, count_addresses, count_types, combiner] == [4, 3, 3, MPI_COMBINER_STRUCT]), 'envelope')
    call mpi_type_get_contents(type, 9, 3, 9, integers, addresses, types, ierr)
    call check(all(integers(:4) == [3, 3, 1, 4]) .and. all(addresses == at), 'contents')
    call check(all(types(:3) == [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_CHARACTER]), 'datatypes in the contents')
    call mpi_type_set_name(type, 'particle  ', ierr)
    name = repeat('x', MPI_MAX_OBJECT_NAME)
    call mpi_type_get_name(type, name, name_length, ierr)
    call check(name == 'particle' .and. name_length == 8, 'name of a type')
  end subroutine structures

  subroutine kinds()
    integer :: type, size
    call mpi_type_create_f90_real(15, 100, type, ierr)
    call mpi_type_size(type, size, ierr)
    call check(size == storage_size(1.0_8) / 8, 'a kind of real numbers')
    call mpi_type_create_f90_integer(18, type, ierr)
    call mpi_type_size(type, size, ierr)
    call check(size == 8, 'a kind of integers')
    call mpi_type_create_f90_complex(6, 30, type, ierr)
    call mpi_type_size(type, size, ierr)
    call check(size == 8, 'a kind of complex numbers')
    call mpi_type_match_size(MPI_TYPECLASS_REAL, 8, type, ierr)
    call check(type == MPI_REAL8, 'match_size')
  end subroutine kinds

  subroutine packing()
    character(100) :: buffer
    integer :: position, number, size
    integer(MPI_ADDRESS_KIND) :: at
    real(8) :: x
    logical :: truth
    position = 0
    call mpi_pack(41 + rank, 1, MPI_INTEGER, buffer, 100, position, MPI_COMM_WORLD, ierr)
    call mpi_pack(2.5d0, 1, MPI_DOUBLE_PRECISION, buffer, 100, position, MPI_COMM_WORLD, ierr)
    call mpi_pack(.true., 1, MPI_LOGICAL, buffer, 100, position, MPI_COMM_WORLD, ierr)
    call mpi_pack_size(1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, size, ierr)
    call check(size >= 8 .and. position >= 16, 'pack')
    position = 0
    call mpi_unpack(buffer, 100, position, number, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call mpi_unpack(buffer, 100, position, x, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
    call mpi_unpack(buffer, 100, position, truth, 1, MPI_LOGICAL, MPI_COMM_WORLD, ierr)
    call check(number == 41 + rank .and. x == 2.5d0 .and. truth, 'unpack')
    at = 0
    call mpi_pack_external('external32', 258, 1, MPI_INTEGER, buffer, 100_MPI_ADDRESS_KIND, at, ierr)
    call check(at == 4 .and. iachar(buffer(3:3)) == 1 .and. iachar(buffer(4:4)) == 2, 'external32')
  end subroutine packing

  ! A type of absolute addresses begins at MPI_BOTTOM.
  subroutine absolute()
    integer, volatile :: a, b, in(2)
    integer(MPI_ADDRESS_KIND) :: at(2)
    integer :: type
    a = 5
    b = rank
    call mpi_get_address(a, at(1), ierr)
    call mpi_get_address(b, at(2), ierr)
    call mpi_type_create_hindexed(2, [1, 1], at, MPI_INTEGER, type, ierr)
    call mpi_type_commit(type, ierr)
    call mpi_sendrecv(MPI_BOTTOM, 1, type, rank, 0, in, 2, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call check(in(1) == 5 .and. in(2) == rank, 'MPI_BOTTOM')
  end subroutine absolute
end program types
