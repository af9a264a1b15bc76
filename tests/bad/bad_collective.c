// Wrong arguments of collectives: each is
// refused with its error class, the call's name, the wrong value, the rank and the line of the call.
// run: -n 2 -- reduce
// exit: 8
// stderr: rank
// stderr: MPI_Reduce:
// stderr: root
// stderr: 9
// stderr: bad_collective.c:54
// run: -n 2 -- gatherv
// exit: 2
// stderr: rank
// stderr: MPI_Allgatherv:
// stderr: negative count -1
// stderr: bad_collective.c:56
// run: -n 2 -- scan
// exit: 10
// stderr: rank
// stderr: MPI_Scan:
// stderr: MPI_BAND
// stderr: MPI_DOUBLE
// stderr: bad_collective.c:58
// run: -n 2 -- alias
// exit: 1
// stderr: rank
// stderr: MPI_Allreduce:
// stderr: same
// stderr: MPI_IN_PLACE
// stderr: bad_collective.c:60
// run: -n 2 -- alltoall
// exit: 1
// stderr: rank
// stderr: MPI_Alltoall:
// stderr: null buffer for 2
// stderr: bad_collective.c:62
// run: -n 2 -- ibcast
// exit: 3
// stderr: rank
// stderr: MPI_Ibcast:
// stderr: MPI_DATATYPE_NULL
// stderr: bad_collective.c:64
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int value = 1, sum = 0, counts[2] = {1, -1}, zeros[2] = {0, 0}, all[2];
    double real = 1, most = 0;
    MPI_Request request;
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "reduce") == 0)
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 9, MPI_COMM_WORLD); // reported
    if (strcmp(what, "gatherv") == 0)
        MPI_Allgatherv(&value, 1, MPI_INT, all, counts, zeros, MPI_INT, MPI_COMM_WORLD); // reported
    if (strcmp(what, "scan") == 0)
        MPI_Scan(&real, &most, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD); // reported
    if (strcmp(what, "alias") == 0)
        MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // reported
    if (strcmp(what, "alltoall") == 0)
        MPI_Alltoall(NULL, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD); // reported
    if (strcmp(what, "ibcast") == 0)
        MPI_Ibcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD, &request); // reported
    printf("not refused\n");
    MPI_Finalize();
    return 0;
}
