// Partitioned requests with one tag match in the order of creation, not of starting, and match no other message.
#include "../check.h"

enum { N = 3 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request requests[N];
    int values[N], plain = 99, flag;
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            MPI_Psend_init(&values[i], 1, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
        for (int i = N - 1; i >= 0; i--) {
            values[i] = 10 + i;
            MPI_Start(&requests[i]);
            MPI_Pready(0, requests[i]);
        }
        MPI_Send(&plain, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(values[0] == 99);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        for (int i = 0; i < N; i++)
            MPI_Precv_init(&values[i], 1, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
        MPI_Startall(N, requests);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < N; i++)
            CHECK(values[i] == 10 + i);
    }
    for (int i = 0; rank < 2 && i < N; i++)
        MPI_Request_free(&requests[i]);
    return end();
}
