// Ranks disagree on the count of a broadcast, on the operation of a reduction, and on the types of a gather.
// run: -n 4 -- count
// exit: 15
// check: collective mismatch
// stderr: it has 3 MPI_INT where rank 0 has 4 MPI_INT
// stderr: rank 2
// stderr: collective_count.c:32
// run: -n 4 -- operation
// exit: 87
// check: collective mismatch
// stderr: it reduces with MPI_MAX, rank 0 with MPI_SUM
// stderr: rank 3
// stderr: collective_count.c:34
// run: -n 4 -- gather
// exit: 87
// check: collective mismatch
// stderr: it has 8 MPI_CHAR where rank 0 has 2 MPI_INT
// stderr: rank 1
// stderr: collective_count.c:39
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size, data[64] = {0}, sums[64];
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(what, "count"))
        // The library notices as well: a message is too long.
        MPI_Bcast(data, rank == 2 ? 3 : 4, MPI_INT, 0, MPI_COMM_WORLD);
    if (!strcmp(what, "operation"))
        MPI_Allreduce(data, sums, 2, MPI_INT, rank == 3 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(what, "gather")) {
        if (rank != 1)
            MPI_Gather(data, 2, MPI_INT, sums, 2, MPI_INT, 0, MPI_COMM_WORLD);
        else
            MPI_Gather(data, 8, MPI_CHAR, sums, 2, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
