// Division by zero does not trap on RISC-V: the quotient has all bits set, the remainder is the dividend (RISC-V
// unprivileged manual, "M" extension, table of division by zero and overflow).
// run: -n 1
// exit: 0
// stdout: quotient -1, remainder 7
// stdout: unsigned quotient 4294967295
// stdout: overflow quotient -2147483648, remainder 0
// stdout: double inf
#include <limits.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    volatile int zero = 0, seven = 7, least = INT_MIN, minus_one = -1;
    volatile double seven_point = 7.0;
    printf("quotient %d, remainder %d\n", seven / zero, seven % zero);
    printf("unsigned quotient %u\n", (unsigned)seven / (unsigned)zero);
    printf("overflow quotient %d, remainder %d\n", least / minus_one, least % minus_one);
    printf("double %f\n", seven_point / (double)zero);
    MPI_Finalize();
    return 0;
}
