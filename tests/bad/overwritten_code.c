// A program overwrites its own code without fence.i: it runs the old code, and the tool warns of this.
// run: -n 2
// exit: 0
// stdout: one gives 1
// stderr: warning: the code of rank 0 has been written over, at
// stderr: in one (1 more likewise)
// stderr: without fence.i it runs what was there before
// stderr: watch *(char *)
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static __attribute__((noinline)) int one(void)
{
    __asm__ volatile("");
    return 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    *(volatile uint32_t *)(uintptr_t)one = 0;
    printf("one gives %d\n", one());
    MPI_Finalize();
    return 0;
}
