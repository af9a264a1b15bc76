// A cancelled send either is cancelled, and then no rank gets it, or completes as if it had not been cancelled.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < 4; round++) {
        int cancelled = 0, bytes = 16 << (4 * round % 8), value = round;
        static unsigned char data[256];
        if (rank == 0) {
            MPI_Request request;
            MPI_Status status;
            fill(data, sizeof data, round);
            if (round % 2 == 0)
                MPI_Isend(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
            else
                MPI_Isend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
            MPI_Cancel(&request);
            MPI_Wait(&request, &status);
            CHECK(request == MPI_REQUEST_NULL);
            MPI_Test_cancelled(&status, &cancelled);
            MPI_Send(&cancelled, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        } else if (rank == 1) {
            MPI_Recv(&cancelled, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            int flag;
            MPI_Iprobe(0, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            CHECK(!flag == cancelled);
            if (!cancelled)
                MPI_Recv(data, sizeof data, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(cancelled || round % 2 == 1 || filled(data, bytes, round));
        }
    }
    return end();
}
