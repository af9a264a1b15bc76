// Persistent requests: buffers may overlap while the requests are inactive. One request is never freed.
// run: -n 2
// exit: 87
// check: buffer overlap, not freed
// stderr: persistent.c:26
// stderr: made the request that it starts in MPI_Recv_init
// stderr: the persistent request is never freed
// stderr: persistent.c:20
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, in[2] = {0}, out[2] = {1, 2};
    MPI_Request send, receive, again;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Send_init(out, 2, MPI_INT, other, 0, MPI_COMM_WORLD, &send);
    MPI_Recv_init(in, 2, MPI_INT, other, 0, MPI_COMM_WORLD, &receive);
    MPI_Recv_init(in + 1, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &again);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&receive);
        MPI_Start(&send);
        if (i == 2)
            // Now both requests wait for a message into the same integer.
            MPI_Start(&again);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }
    MPI_Send(out, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
    MPI_Wait(&again, MPI_STATUS_IGNORE);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    MPI_Finalize();
    return 0;
}
