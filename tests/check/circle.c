// Ranks that wait for each other: a circle of receives, of requests, of sends and of polls; and one with a wildcard.
// run: -n 3 -- receives
// exit: 86
// check: deadlock
// stderr: ranks wait for each other: 0 → 2 → 1 → 0
// stderr: rank 0 waits for rank 2 in MPI_Recv
// stderr: circle.c:45
// run: -n 3 -- requests
// exit: 86
// check: deadlock
// stderr: each other: 0 → 1 → 0
// stderr: rank 0 waits for rank 1 in MPI_Waitall
// stderr: rank 2 waits for ranks 0, 1 in MPI_Barrier
// stderr: circle.c:52
// run: -n 3 -- sends
// exit: 86
// check: deadlock
// stderr: each other: 0 → 1 → 2 → 0
// stderr: rank 0 waits for rank 1 in MPI_Ssend
// run: -n 3 -- wildcard
// exit: 86
// check: deadlock
// stderr: rank 0 waits for any of ranks 1, 2 in MPI_Recv
// stderr: rank 1 waits for rank 0 in MPI_Probe
// run: -n 2 -- polls
// exit: 86
// check: deadlock
// stderr: each other: 0 → 1 → 0
// stderr: rank 0 waits for rank 1 in MPI_Test
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size, value = 1, flag = 0;
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    if (!strcmp(what, "sends"))
        MPI_Ssend(&value, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    if (!strcmp(what, "receives"))
        MPI_Recv(&value, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(what, "requests")) {
        if (rank < 2) {
            int other = 1 - rank, got[2];
            // The tags do not match.
            MPI_Irecv(&got[0], 1, MPI_INT, other, 10 + rank, MPI_COMM_WORLD, &requests[0]);
            MPI_Irecv(&got[1], 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (!strcmp(what, "wildcard")) {
        if (rank == 0)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (!strcmp(what, "polls")) {
        MPI_Irecv(&value, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
        while (!flag)
            MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
