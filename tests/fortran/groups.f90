! Groups, communicators, attributes with functions of the program, names, topologies with and without weights.
module keys
  use mpi
  use checks
  implicit none
  integer :: copies = 0, deletions = 0

contains

  ! Copies the value plus the extra state.
  subroutine copy(comm, keyval, extra, in, out, flag, ierr)
    integer :: comm, keyval, ierr
    integer(MPI_ADDRESS_KIND) :: extra, in, out
    logical :: flag
    call check(comm == MPI_COMM_WORLD .and. keyval /= MPI_KEYVAL_INVALID, 'arguments of a copy function')
    copies = copies + 1
    out = in + extra
    flag = .true.
    ierr = MPI_SUCCESS
  end subroutine copy

  subroutine delete(comm, keyval, value, extra, ierr)
    integer :: comm, keyval, ierr
    integer(MPI_ADDRESS_KIND) :: value, extra
    call check(comm /= MPI_COMM_NULL .and. keyval /= MPI_KEYVAL_INVALID .and. value >= 7 .and. extra == 1, &
               'arguments of a delete function')
    deletions = deletions + 1
    ierr = MPI_SUCCESS
  end subroutine delete
end module keys

program groups
  use keys
  implicit none
  integer :: rank, ranks, ierr, i

  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call sets()
  call splits()
  call attributes()
  call names()
  call grids()
  call graphs()
  call report()
  call mpi_finalize(ierr)

contains

  subroutine sets()
    integer :: world, odd, rest, both, size, result, place(2), own
    call mpi_comm_group(MPI_COMM_WORLD, world, ierr)
    call mpi_group_range_incl(world, 1, reshape([1, ranks - 1, 2], [3, 1]), odd, ierr)
    call mpi_group_size(odd, size, ierr)
    call check(size == ranks / 2, 'a range of ranks')
    call mpi_group_difference(world, odd, rest, ierr)
    call mpi_group_union(odd, rest, both, ierr)
    call mpi_group_compare(world, both, result, ierr)
    call check(result == MPI_SIMILAR, 'compare')
    call mpi_group_translate_ranks(odd, 1, [0], world, place, ierr)
    call check(place(1) == 1, 'translate')
    call mpi_group_excl(world, 1, [0], odd, ierr)
    call mpi_group_rank(odd, own, ierr)
    call check(own == merge(MPI_UNDEFINED, rank - 1, rank == 0), 'rank in a group')
    call mpi_group_free(world, ierr)
    call check(world == MPI_GROUP_NULL, 'a freed group')
  end subroutine sets

  subroutine splits()
    integer :: half, size, own, inter, merged, result
    logical :: flag
    call mpi_comm_split(MPI_COMM_WORLD, modulo(rank, 2), -rank, half, ierr)
    call mpi_comm_size(half, size, ierr)
    call mpi_comm_rank(half, own, ierr)
    call check(size == (ranks + 1 - modulo(rank, 2)) / 2 .and. own == size - 1 - rank / 2, 'split')
    call mpi_intercomm_create(half, 0, MPI_COMM_WORLD, merge(highest(1), highest(0), modulo(rank, 2) == 0), 5, inter, ierr)
    call mpi_comm_test_inter(inter, flag, ierr)
    call mpi_comm_remote_size(inter, size, ierr)
    call check(flag .and. size == ranks / 2, 'an inter-communicator')
    call mpi_intercomm_merge(inter, modulo(rank, 2) == 1, merged, ierr)
    call mpi_comm_compare(merged, MPI_COMM_WORLD, result, ierr)
    call check(result == MPI_SIMILAR, 'merged')
    call mpi_comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, half, ierr)
    call check(half == MPI_COMM_NULL, 'no communicator')
    call mpi_comm_free(merged, ierr)
    call mpi_comm_free(inter, ierr)
    call check(inter == MPI_COMM_NULL, 'a freed communicator')
  end subroutine splits

  ! The highest rank of this parity.
  integer function highest(parity)
    integer, intent(in) :: parity
    highest = ranks - 1 - modulo(ranks - 1 - parity, 2)
  end function highest

  subroutine attributes()
    integer :: key, comm
    integer(MPI_ADDRESS_KIND) :: value
    logical :: found
    call mpi_comm_create_keyval(copy, delete, key, 1_MPI_ADDRESS_KIND, ierr)
    call mpi_comm_set_attr(MPI_COMM_WORLD, key, 2_MPI_ADDRESS_KIND**40, ierr)
    call mpi_comm_get_attr(MPI_COMM_WORLD, key, value, found, ierr)
    call check(found .and. value == 2_MPI_ADDRESS_KIND**40, 'an attribute')
    call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr)
    call mpi_comm_get_attr(comm, key, value, found, ierr)
    call check(found .and. copies == 1 .and. value == 2_MPI_ADDRESS_KIND**40 + 1, 'a copied attribute')
    call mpi_comm_free(comm, ierr)
    call check(deletions == 1, 'a deleted attribute')
    call mpi_comm_delete_attr(MPI_COMM_WORLD, key, ierr)
    call mpi_comm_get_attr(MPI_COMM_WORLD, key, value, found, ierr)
    call check(deletions == 2 .and. .not. found, 'no attribute')
    call mpi_comm_free_keyval(key, ierr)
    call mpi_comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, ierr)
    call mpi_comm_set_attr(MPI_COMM_WORLD, key, 7_MPI_ADDRESS_KIND, ierr)
    call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr)
    call mpi_comm_get_attr(comm, key, value, found, ierr)
    call check(found .and. value == 7, 'MPI_COMM_DUP_FN')
    call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, found, ierr)
    call check(found .and. value >= 32767, 'MPI_TAG_UB')
  end subroutine attributes

  subroutine names()
    character(20) :: name
    character(3) :: short
    integer :: length
    call mpi_comm_get_name(MPI_COMM_WORLD, name, length, ierr)
    call check(name == 'MPI_COMM_WORLD' .and. length == 14, 'the name of the world')
    call mpi_comm_get_name(MPI_COMM_WORLD, short, length, ierr)
    call check(short == 'MPI' .and. length == 14, 'a name cut short')
  end subroutine names

  subroutine grids()
    integer :: dims(2), coords(2), comm, line, kind, below, above, own
    logical :: periods(2), kept(2)
    dims = [ranks, 1]
    periods = [.true., .false.]
    call mpi_dims_create(ranks, 2, dims, ierr)
    call mpi_cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., comm, ierr)
    call mpi_topo_test(comm, kind, ierr)
    call check(kind == MPI_CART, 'a grid')
    kept = .false.
    call mpi_cart_get(comm, 2, dims, kept, coords, ierr)
    call check(all(kept .eqv. periods) .and. all(dims == [ranks, 1]) .and. coords(1) == rank, 'cart_get')
    call mpi_cart_shift(comm, 0, 1, below, above, ierr)
    call check(below == modulo(rank - 1, ranks) .and. above == modulo(rank + 1, ranks), 'cart_shift')
    call mpi_cart_shift(comm, 1, 1, below, above, ierr)
    call check(below == MPI_PROC_NULL .and. above == MPI_PROC_NULL, 'beyond the border')
    call mpi_cart_rank(comm, [rank + ranks, 0], own, ierr)
    call check(own == rank, 'cart_rank')
    call mpi_cart_sub(comm, [.true., .false.], line, ierr)
    call mpi_comm_size(line, own, ierr)
    call check(own == ranks, 'cart_sub')
  end subroutine grids

  subroutine graphs()
    integer :: comm, sources(1), targets(1), in, out, weights(1), counts(3)
    real(8) :: from(1)
    logical :: weighted
    sources = modulo(rank - 1, ranks)
    targets = modulo(rank + 1, ranks)
    call mpi_dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, targets, MPI_UNWEIGHTED, MPI_INFO_NULL, &
                                        .false., comm, ierr)
    call mpi_dist_graph_neighbors_count(comm, in, out, weighted, ierr)
    call check(in == 1 .and. out == 1 .and. .not. weighted, 'without weights')
    call mpi_neighbor_allgather([dble(rank)], 1, MPI_DOUBLE_PRECISION, from, 1, MPI_DOUBLE_PRECISION, comm, ierr)
    call check(from(1) == sources(1), 'neighbor_allgather')
    from = 0
    call mpi_neighbor_alltoallw([dble(rank)], [1], [0_MPI_ADDRESS_KIND], [MPI_DOUBLE_PRECISION], from, [1], &
                                [0_MPI_ADDRESS_KIND], [MPI_DOUBLE_PRECISION], comm, ierr)
    call check(from(1) == sources(1), 'neighbor_alltoallw')
    call mpi_dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], targets, [rank + 3], MPI_INFO_NULL, .false., comm, ierr)
    call mpi_dist_graph_neighbors(comm, 1, sources, weights, 1, targets, counts, ierr)
    call check(weights(1) == sources(1) + 3 .and. counts(1) == rank + 3, 'weights')
    call mpi_graph_create(MPI_COMM_WORLD, ranks, [(2 * i, i = 1, ranks)], &
                          [(modulo(i / 2 + merge(-1, 1, modulo(i, 2) == 0), ranks), i = 0, 2 * ranks - 1)], .false., comm, ierr)
    call mpi_graph_neighbors_count(comm, rank, in, ierr)
    call check(in == 2, 'a graph')
  end subroutine graphs
end program groups
