// Ranks disagree on collective calls that nothing notices during the run: on the type of a reduction, on
// the amount of data of a scatter, on the root of a broadcast on a communicator of their own, and on the operation
// on one of two communicators of a color. A line at the end reports it and says how to see more.
// run: -n 2 -- type
// exit: 0
// stderr: collective mismatch: collective call 1 on MPI_COMM_WORLD, MPI_Allreduce: different amounts of data: 2 MPI_FLOAT in rank 1, 2 MPI_INT in rank 0
// stderr: `rankine run --check` shows the places
// run: -n 2 --check -- type
// exit: 87
// stderr: it has 2 MPI_FLOAT where rank 0 has 2 MPI_INT
// run: -n 3 -- amount
// exit: 0
// stderr: collective call 1 on MPI_COMM_WORLD, MPI_Scatter: different amounts of data: 4 MPI_INT in rank 2, 2 MPI_INT in rank 0
// run: -n 3 --check -- amount
// exit: 87
// stderr: it has 4 MPI_INT where rank 0 has 2 MPI_INT
// run: -n 2 -- root
// exit: 0
// stderr: collective call 1 on the communicator of MPI_Comm_dup, collective call 1 on MPI_COMM_WORLD, MPI_Bcast: different roots in rank 1 and rank 0
// run: -n 2 --check -- root
// exit: 87
// stderr: its root is 1, that of rank 0 is 0
// run: -n 4 -- color
// exit: 0
// stderr: collective call 2 on the communicator of MPI_Comm_split, collective call 1 on MPI_COMM_WORLD, MPI_Iallreduce: different operations in rank 3 and rank 1
// run: -n 4 --check -- color
// exit: 87
// stderr: it reduces with MPI_SUM, rank 1 with MPI_MAX
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0}, results[8];
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(what, "type"))
        MPI_Allreduce(data, results, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(what, "amount"))
        MPI_Scatter(data, 2, MPI_INT, results, rank == 2 ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (!strcmp(what, "root")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Bcast(data, 1, MPI_INT, rank, comm);
    }
    if (!strcmp(what, "color")) {
        // In the reverse order, so rank 3 is the first of its color.
        MPI_Request request;
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
        MPI_Gather(data, 2, MPI_INT, results, rank == 3 || rank == 2 ? 2 : -1, MPI_INT, 0, comm);
        MPI_Iallreduce(data, results, 1, MPI_INT, rank == 3 ? MPI_SUM : MPI_MAX, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
