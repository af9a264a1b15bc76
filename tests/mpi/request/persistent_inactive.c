// Inactive persistent requests are complete and have empty statuses. Among other requests they do not count.
#include "../check.h"

static int is_empty(const MPI_Status *status)
{
    return status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG && count_of(status, MPI_INT) == 0;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request requests[3];
    MPI_Status status, statuses[3];
    int in = 0, out = 17, flag, index, count, indices[3];
    MPI_Recv_init(&in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[1]);
    requests[2] = MPI_REQUEST_NULL;
    for (int round = 0; round < 2; round++) {
        MPI_Wait(&requests[0], &status);
        CHECK(is_empty(&status) && requests[0] != MPI_REQUEST_NULL);
        MPI_Test(&requests[1], &flag, &status);
        CHECK(flag && is_empty(&status));
        MPI_Request_get_status(requests[0], &flag, &status);
        CHECK(flag && is_empty(&status));
        MPI_Waitall(3, requests, statuses);
        CHECK(is_empty(&statuses[0]) && is_empty(&statuses[1]) && is_empty(&statuses[2]));
        MPI_Waitany(3, requests, &index, &status);
        CHECK(index == MPI_UNDEFINED && is_empty(&status));
        MPI_Testany(3, requests, &index, &flag, &status);
        CHECK(flag && index == MPI_UNDEFINED);
        MPI_Waitsome(3, requests, &count, indices, statuses);
        CHECK(count == MPI_UNDEFINED);
        MPI_Testsome(3, requests, &count, indices, statuses);
        CHECK(count == MPI_UNDEFINED);
        // An active request among inactive ones.
        MPI_Start(&requests[0]);
        MPI_Testany(3, requests, &index, &flag, &status);
        CHECK(!flag);
        MPI_Send(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
        MPI_Waitany(3, requests, &index, &status);
        CHECK(index == 0 && in == 17 && status.MPI_SOURCE == rank && requests[0] != MPI_REQUEST_NULL);
        in = 0;
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    return end();
}
