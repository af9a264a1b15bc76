// Tests persistent requests of all modes, started again and again.
#include "../check.h"

enum { N = 4, ROUNDS = 5, LONG = 6000 };

static int out[N][LONG], in[N][LONG];

int main(int argc, char **argv)
{
    static const int counts[N] = {0, 1, 300, LONG};
    begin(&argc, &argv);
    int next = (rank + 1) % size, before = (rank + size - 1) % size, flag, count, indices[2 * N];
    MPI_Request requests[2 * N];
    MPI_Status statuses[2 * N];
    for (int i = 0; i < N; i++)
        MPI_Recv_init(in[i], LONG, MPI_INT, before, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Send_init(out[0], counts[0], MPI_INT, next, 0, MPI_COMM_WORLD, &requests[N]);
    MPI_Ssend_init(out[1], counts[1], MPI_INT, next, 1, MPI_COMM_WORLD, &requests[N + 1]);
    MPI_Rsend_init(out[2], counts[2], MPI_INT, next, 2, MPI_COMM_WORLD, &requests[N + 2]);
    MPI_Send_init(out[3], counts[3], MPI_INT, next, 3, MPI_COMM_WORLD, &requests[N + 3]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < counts[i]; k++)
                out[i][k] = rank + 1000 * round + k;
        }
        MPI_Startall(N, requests);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < N; i++)
            CHECK(MPI_Start(&requests[N + i]) == MPI_SUCCESS);
        if (round % 2 == 0) {
            MPI_Waitall(2 * N, requests, statuses);
        } else {
            for (int seen = 0; seen < 2 * N; seen += count)
                MPI_Waitsome(2 * N, requests, &count, indices, MPI_STATUSES_IGNORE);
            MPI_Waitsome(2 * N, requests, &count, indices, MPI_STATUSES_IGNORE);
            CHECK(count == MPI_UNDEFINED);
        }
        for (int i = 0; i < N; i++) {
            CHECK(requests[i] != MPI_REQUEST_NULL && requests[N + i] != MPI_REQUEST_NULL);
            CHECK(round % 2 == 1 || (statuses[i].MPI_TAG == i && count_of(&statuses[i], MPI_INT) == counts[i]));
            for (int k = 0; k < counts[i]; k++)
                CHECK(in[i][k] == before + 1000 * round + k);
        }
    }
    MPI_Testall(2 * N, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    for (int i = 0; i < 2 * N; i++) {
        MPI_Request_free(&requests[i]);
        CHECK(requests[i] == MPI_REQUEST_NULL);
    }
    return end();
}
