// The heap is full: malloc returns a null pointer. The program says so and ends by itself, or, with "unchecked", stores through the pointer.
// run: -n 2 --set memory.bytes=16777216
// exit: 3
// stdout: malloc refused
// stderr: the heap of rank 0 has
// stderr: memory.bytes is 16.0 MiB; enlarge memory.bytes with --set
// run: -n 2 --set memory.bytes=16MiB -- unchecked
// exit: 139
// stderr: next step: an earlier malloc returned a null pointer: the heap of rank 0 has
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    enum { CHUNK = 1 << 20, CHUNKS = 4096 };
    MPI_Init(&argc, &argv);
    int rank, got = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        while (got < CHUNKS) {
            char *volatile chunk = malloc(CHUNK);
            if (chunk == NULL && argc == 1)
                break;
            chunk[0] = 1;
            chunk[CHUNK - 1] = 1;
            got++;
        }
        printf("malloc %s\n", got < CHUNKS ? "refused" : "gave 4 GiB");
    }
    MPI_Finalize();
    return rank == 0 && got < CHUNKS ? 3 : 0;
}
