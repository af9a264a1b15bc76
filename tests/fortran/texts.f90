! Texts in both directions, info objects, versions, clocks, and what the Fortran library asks of the system.
program texts
  use mpi
  use checks
  implicit none
  integer :: ierr, provided, version, subversion
  logical :: flag

  call mpi_initialized(flag, ierr)
  call check_before(.not. flag)
  call mpi_init_thread(MPI_THREAD_FUNNELED, provided, ierr)
  call check(provided >= MPI_THREAD_FUNNELED, 'init_thread')
  call mpi_initialized(flag, ierr)
  call check(flag, 'initialized')
  call mpi_get_version(version, subversion, ierr)
  call check(version == MPI_VERSION .and. subversion == MPI_SUBVERSION, 'version')
  call infos()
  call names()
  call clocks()
  call surroundings()
  call report()
  call mpi_finalize(ierr)
  call mpi_finalized(flag, ierr)
  if (.not. flag) error stop 'not finalized'

contains

  subroutine check_before(holds)
    logical, intent(in) :: holds
    if (.not. holds) error stop 'initialized before MPI_Init'
  end subroutine check_before

  subroutine infos()
    integer :: info, copy, keys, length
    character(MPI_MAX_INFO_KEY) :: key
    character(12) :: value
    call mpi_info_create(info, ierr)
    call mpi_info_set(info, '  colour ', ' dark blue  ', ierr)
    call mpi_info_set(info, 'size', '12', ierr)
    value = 'untouched'
    call mpi_info_get(info, 'absent', 12, value, flag, ierr)
    call check(.not. flag .and. value == 'untouched', 'an absent key')
    call mpi_info_get(info, 'colour', 12, value, flag, ierr)
    call check(flag .and. value == 'dark blue', 'a value')
    call mpi_info_get(info, 'colour', 4, value, flag, ierr)
    call check(flag .and. value == 'dark', 'a value cut short')
    length = 12
    call mpi_info_get_string(info, 'colour', length, value, flag, ierr)
    call check(flag .and. value == 'dark blue' .and. length == 9, 'get_string')
    call mpi_info_get_valuelen(info, 'size', length, flag, ierr)
    call check(flag .and. length == 2, 'valuelen')
    call mpi_info_dup(info, copy, ierr)
    call mpi_info_delete(info, 'size', ierr)
    call mpi_info_get_nkeys(info, keys, ierr)
    call check(keys == 1, 'nkeys')
    call mpi_info_get_nkeys(copy, keys, ierr)
    call check(keys == 2, 'nkeys of a copy')
    call mpi_info_get_nthkey(info, 0, key, ierr)
    call check(key == 'colour', 'nthkey')
    call mpi_info_free(info, ierr)
    call check(info == MPI_INFO_NULL, 'a freed info object')
  end subroutine infos

  subroutine names()
    character(MPI_MAX_PROCESSOR_NAME) :: processor
    character(MPI_MAX_LIBRARY_VERSION_STRING) :: version
    character(MPI_MAX_ERROR_STRING) :: error
    integer :: length, class, code
    call mpi_get_processor_name(processor, length, ierr)
    call check(length == len_trim(processor) .and. length > 0, 'processor name')
    call mpi_get_library_version(version, length, ierr)
    call check(version(:7) == 'Rankine' .and. length == len_trim(version), 'library version')
    call mpi_add_error_class(class, ierr)
    call mpi_add_error_code(class, code, ierr)
    call mpi_add_error_string(code, 'out of tea', ierr)
    call mpi_error_string(code, error, length, ierr)
    call check(error == 'out of tea' .and. length == 10, 'a text of the program')
    call mpi_comm_set_name(MPI_COMM_WORLD, 'everybody', ierr)
    call mpi_comm_get_name(MPI_COMM_WORLD, processor, length, ierr)
    call check(processor == 'everybody', 'a new name')
  end subroutine names

  subroutine clocks()
    real(8) :: before, after, behind
    integer :: count, rate
    real :: seconds
    integer :: values(8)
    before = mpi_wtime()
    after = mpi_wtime()
    behind = pmpi_wtime()
    call check(mpi_wtick() > 0 .and. after > before .and. behind > after, 'wtime')
    call system_clock(count, rate)
    call check(rate > 0 .and. count >= 0, 'system_clock')
    call cpu_time(seconds)
    call check(seconds >= 0, 'cpu_time')
    call date_and_time(values=values)
    call check(values(1) >= 1970, 'date_and_time')
  end subroutine clocks

  subroutine surroundings()
    character(20) :: text
    real :: x
    integer :: status
    call get_command_argument(1, text)
    call check(text == 'word', 'an argument')
    call check(command_argument_count() == 1, 'number of arguments')
    call get_environment_variable('RANKINE_ABSENT', text, status=status)
    call check(status == 1, 'an absent variable')
    call random_seed()
    call random_number(x)
    call check(x >= 0 .and. x < 1, 'random_number')
  end subroutine surroundings
end program texts
