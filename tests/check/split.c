// Communicators of halves: in the odd half, a message is sent as one type and
// received as another. A group, a communicator and a datatype are never freed.
// run: -n 4
// exit: 87
// check: type mismatch, not freed, not freed, not freed
// stderr: rank 3: element 0 of the message is sent as MPI_INT, but received as MPI_FLOAT
// stderr: split.c:30
// stderr: rank 1 sends it in MPI_Send
// stderr: the group that it makes is never freed
// stderr: the datatype that it makes is never freed
// stderr: the communicator that it makes is never freed
#include <mpi.h>

int main(int argc, char **argv)
{
    int world, rank, data[4] = {0};
    MPI_Comm half, rows;
    MPI_Group group;
    MPI_Datatype pair;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, world % 2, world, &half);
    MPI_Comm_rank(half, &rank);
    // These receives do not match sends of the other half.
    if (rank == 0)
        MPI_Send(data, 1, MPI_INT, 1, 5, half);
    else if (world == 2)
        MPI_Recv(data, 1, MPI_INT, 0, 5, half, MPI_STATUS_IGNORE);
    else
        MPI_Recv(data, 1, MPI_FLOAT, 0, 5, half, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, half);
    MPI_Comm_dup(half, &rows);
    MPI_Comm_group(half, &group);
    MPI_Comm_free(&half);
    MPI_Bcast(data, 2, MPI_INT, 1, rows);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Finalize();
    return 0;
}
