// Tests all collectives with counts of zero and, mostly, without buffers: no data moves.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm = MPI_COMM_WORLD;
    int a = 1, b = 2, *zeros = calloc(size, sizeof *zeros);
    MPI_Datatype *types = malloc(size * sizeof *types);
    for (int r = 0; r < size; r++)
        types[r] = MPI_INT;
    for (int root = 0; root < size; root++) {
        MPI_Bcast(NULL, 0, MPI_INT, root, comm);
        MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, root, comm);
        MPI_Gatherv(NULL, 0, MPI_INT, NULL, zeros, zeros, MPI_INT, root, comm);
        MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, root, comm);
        MPI_Scatterv(NULL, zeros, zeros, MPI_INT, NULL, 0, MPI_INT, root, comm);
        MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, root, comm);
    }
    MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm);
    MPI_Allgatherv(NULL, 0, MPI_INT, NULL, zeros, zeros, MPI_INT, comm);
    MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm);
    MPI_Alltoallv(&a, zeros, zeros, MPI_INT, &b, zeros, zeros, MPI_INT, comm);
    MPI_Alltoallw(&a, zeros, zeros, types, &b, zeros, zeros, types, comm);
    MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, comm);
    MPI_Scan(NULL, NULL, 0, MPI_INT, MPI_SUM, comm);
    MPI_Exscan(NULL, NULL, 0, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter(NULL, NULL, zeros, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter_block(NULL, NULL, 0, MPI_INT, MPI_SUM, comm);
    CHECK(a == 1 && b == 2);
    free(zeros);
    free(types);
    return end();
}
