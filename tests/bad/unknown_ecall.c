// An environment call with an unknown number ends the run like an illegal
// instruction. The report names the number, the caller and the line.
// run: -n 2
// exit: 159
// stderr: 9999
// stderr: rank 1
// stderr: call_host
// stderr: unknown_ecall.c:17
#include <mpi.h>
#include <stdio.h>

static long __attribute__((noinline)) call_host(long number)
{
#ifdef __riscv
    register long a0 __asm__("a0") = 0;
    register long a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory"); // reported
    return a0;
#else
    (void)number;
    return -38;
#endif
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        printf("result %ld\n", call_host(9999));
    MPI_Finalize();
    return 0;
}
