// An illegal instruction: zero, the first one that a jump into cleared memory meets.
// run: -n 2
// exit: 132
// stderr: illegal instruction
// stderr: rank 0
// stderr: run_garbage
// stderr: illegal_instruction.c:13
#include <mpi.h>

static void __attribute__((noinline)) run_garbage(void)
{
#ifdef __riscv
    __asm__ volatile("unimp"); // reported
#else
    __builtin_trap();
#endif
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        run_garbage();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
