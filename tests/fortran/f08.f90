! Module mpi_f08: types of handles, their comparison, ierror left out, statuses with components, addresses of C, functions of the program.
program f08
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, ranks, left, right
  type(MPI_Comm) :: world

  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, world)
  call MPI_Comm_rank(world, rank)
  call MPI_Comm_size(world, ranks)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  call handles()
  call messages()
  call reductions()
  call attributes()
  call windows()
  call texts()
  call errors()
  call MPI_Comm_free(world)
  call check(world == MPI_COMM_NULL, 'a freed communicator')
  call report()
  call MPI_Finalize()

contains

  subroutine handles()
    integer :: result
    type(MPI_Group) :: group
    call check(world /= MPI_COMM_WORLD .and. .not. world == MPI_COMM_WORLD, 'comparison')
    call MPI_Comm_compare(world, MPI_COMM_WORLD, result)
    call check(result == MPI_CONGRUENT, 'congruent')
    call MPI_Comm_group(world, group)
    call MPI_Group_free(group)
    call check(group == MPI_GROUP_NULL .and. group%MPI_VAL == MPI_GROUP_NULL%MPI_VAL, 'a freed group')
  end subroutine handles

  subroutine messages()
    integer, asynchronous :: in(2)
    integer :: out(2), count, ierror, old(MPI_STATUS_SIZE), i
    type(MPI_Status) :: status, statuses(2)
    type(MPI_Request) :: requests(2)
    type(MPI_Message) :: message
    type(MPI_Datatype) :: pair
    logical :: flag
    out = [rank, 2 * rank]
    call MPI_Irecv(in(1), 1, MPI_INTEGER, left, 1, world, requests(1))
    call MPI_Irecv(in(2), 1, MPI_INTEGER, left, MPI_ANY_TAG, world, requests(2))
    call MPI_Send(out(1), 1, MPI_INTEGER, right, 1, world)
    call MPI_Send(out(2), 1, MPI_INTEGER, right, 2, world, ierror)
    call MPI_Waitall(2, requests, statuses)
    call check(ierror == MPI_SUCCESS .and. all(in == [left, 2 * left]), 'waitall')
    call check(statuses(1)%MPI_TAG == 1 .and. statuses(2)%MPI_TAG == 2 .and. statuses(2)%MPI_SOURCE == left, 'statuses')
    call check(all([(requests(i) == MPI_REQUEST_NULL, i = 1, 2)]), 'null requests')
    call MPI_Type_contiguous(2, MPI_INTEGER, pair)
    call MPI_Type_commit(pair)
    call MPI_Isend(out, 1, pair, right, 3, world, requests(1))
    call MPI_Mprobe(left, 3, world, message, status)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call MPI_Mrecv(in, 1, pair, message, MPI_STATUS_IGNORE)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call MPI_F_sync_reg(in)
    call check(count == 2 .and. in(2) == 2 * left .and. message == MPI_MESSAGE_NULL, 'mprobe')
    call MPI_Type_free(pair)
    call MPI_Status_f082f(status, old)
    call check(old(MPI_SOURCE) == left .and. old(MPI_TAG) == 3, 'f082f')
    status%MPI_TAG = 0
    call MPI_Status_f2f08(old, status, ierror)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call check(status%MPI_TAG == 3 .and. count == 2, 'f2f08')
    call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, flag, MPI_STATUS_IGNORE)
    call check(.not. flag, 'iprobe finds nothing')
  end subroutine messages

  subroutine reductions()
    type(MPI_Op) :: op
    integer :: values(3)
    real(8) :: sum
    values = [1, 2, 3]
    call MPI_Op_create(add, .true., op)
    call MPI_Allreduce(MPI_IN_PLACE, values, 3, MPI_INTEGER, op, world)
    call MPI_Op_free(op)
    call check(all(values == ranks * [1, 2, 3]) .and. op == MPI_OP_NULL, 'an operation of the program')
    call MPI_Allreduce(real(rank, 8), sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, world)
    call check(nint(sum) == ranks * (ranks - 1) / 2, 'allreduce of an expression')
  end subroutine reductions

  subroutine add(invec, inoutvec, length, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: length
    type(MPI_Datatype) :: datatype
    integer, pointer :: in(:), inout(:)
    call c_f_pointer(invec, in, [length])
    call c_f_pointer(inoutvec, inout, [length])
    call check(datatype == MPI_INTEGER, 'datatype of an operation')
    inout = inout + in
  end subroutine add

  subroutine attributes()
    integer :: key
    integer(MPI_ADDRESS_KIND) :: value
    logical :: found
    type(MPI_Comm) :: copy
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(world, key, 1234567890123_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(world, copy)
    call MPI_Comm_get_attr(copy, key, value, found)
    call check(found .and. value == 1234567890123_8, 'an attribute')
    call MPI_Comm_free(copy)
    call MPI_Comm_delete_attr(world, key)
    call MPI_Comm_free_keyval(key)
    call check(key == MPI_KEYVAL_INVALID, 'a freed key')
  end subroutine attributes

  subroutine windows()
    type(MPI_Win) :: win
    type(c_ptr) :: base, memory
    integer, pointer :: values(:)
    call MPI_Win_allocate(16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, world, base, win)
    call c_f_pointer(base, values, [4])
    values = -1
    call MPI_Win_fence(0, win)
    call MPI_Put(rank, 1, MPI_INTEGER, right, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call check(all(values == [-1, -1, left, -1]), 'put')
    call MPI_Win_free(win)
    call check(win == MPI_WIN_NULL, 'a freed window')
    call MPI_Alloc_mem(8_MPI_ADDRESS_KIND, MPI_INFO_NULL, memory)
    call c_f_pointer(memory, values, [2])
    values = rank
    call check(all(values == rank), 'alloc_mem')
    call MPI_Free_mem(values)
  end subroutine windows

  subroutine texts()
    character(MPI_MAX_OBJECT_NAME) :: name
    character(MPI_MAX_INFO_VAL) :: value
    integer :: length
    logical :: found
    type(MPI_Info) :: info
    type(MPI_File) :: file
    call MPI_Comm_set_name(world, 'all of them')
    call MPI_Comm_get_name(world, name, length)
    call check(name == 'all of them' .and. length == 11, 'a name')
    call MPI_Info_create(info)
    call MPI_Info_set(info, 'key', 'value')
    call MPI_Info_get(info, 'key', MPI_MAX_INFO_VAL, value, found)
    call check(found .and. value == 'value', 'info')
    call MPI_File_open(world, 'f08.data', ior(MPI_MODE_CREATE, MPI_MODE_RDWR), info, file)
    call MPI_File_write_at(file, 4_MPI_OFFSET_KIND * rank, rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE)
    call MPI_File_sync(file)
    call MPI_Barrier(world)
    call MPI_File_read_at(file, 4_MPI_OFFSET_KIND * left, length, 1, MPI_INTEGER, MPI_STATUS_IGNORE)
    call check(length == left, 'a file')
    call MPI_File_close(file)
    call MPI_Info_free(info)
    call check(file == MPI_FILE_NULL .and. info == MPI_INFO_NULL, 'closed')
  end subroutine texts

  subroutine errors()
    type(MPI_Errhandler) :: handler
    integer :: code, class
    call MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN)
    call MPI_Send(rank, 1, MPI_INTEGER, ranks, 0, world, code)
    call MPI_Error_class(code, class)
    call check(class == MPI_ERR_RANK, 'an error that returns')
    call MPI_Send(rank, 1, MPI_INTEGER, ranks, 0, world)
    call MPI_Comm_get_errhandler(world, handler)
    call check(handler == MPI_ERRORS_RETURN, 'an error handler')
    call MPI_Errhandler_free(handler)
  end subroutine errors
end program f08
