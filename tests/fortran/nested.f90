! A procedure within a procedure, as an argument: gfortran writes a function for it on the stack, each time at the same place.
module nested_module
  use mpi_f08
  implicit none
  integer :: total = 0

contains

  subroutine outer(k)
    integer, intent(in) :: k
    integer :: base
    base = 10 * k
    call apply(inner)
    if (k > 1) call outer_again(k)

  contains

    subroutine inner(x)
      integer, intent(in) :: x
      total = total + base + x
    end subroutine inner
  end subroutine outer

  ! Another procedure, whose function on the stack has other instructions.
  subroutine outer_again(k)
    integer, intent(in) :: k
    call apply(inner)

  contains

    subroutine inner(x)
      integer, intent(in) :: x
      total = total + 1000 * k * x
    end subroutine inner
  end subroutine outer_again

  subroutine apply(procedure)
    interface
      subroutine procedure(x)
        integer, intent(in) :: x
      end subroutine procedure
    end interface
    call procedure(1)
    call procedure(2)
  end subroutine apply
end module nested_module

program nested
  use nested_module
  use checks
  implicit none
  integer :: k
  call MPI_Init()
  do k = 1, 5
    call outer(k)
  end do
  call check(total == 2 * 10 * 15 + 5 * 3 + 3000 * (2 + 3 + 4 + 5), 'sum')
  call report()
  call MPI_Finalize()
end program nested
