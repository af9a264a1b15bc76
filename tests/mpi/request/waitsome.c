// Tests Waitsome: all completed requests at once, statuses in the order of the indices, null requests, MPI_UNDEFINED.
#include "../check.h"

enum { N = 12 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        MPI_Request requests[N];
        MPI_Status statuses[N];
        int values[N], indices[N], count, seen = 0;
        for (int i = 0; i < N; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Barrier(MPI_COMM_WORLD);
        while (seen < N) {
            CHECK(MPI_Waitsome(N, requests, &count, indices, statuses) == MPI_SUCCESS);
            CHECK(count >= 1 && count <= N - seen);
            for (int i = 0; i < count; i++) {
                int at = indices[i];
                CHECK(requests[at] == MPI_REQUEST_NULL && values[at] == 100 + at && statuses[i].MPI_TAG == at);
                CHECK(statuses[i].MPI_SOURCE == 1 + at % (size - 1) && count_of(&statuses[i], MPI_INT) == 1);
            }
            seen += count;
        }
        CHECK(MPI_Waitsome(N, requests, &count, indices, statuses) == MPI_SUCCESS && count == MPI_UNDEFINED);
        CHECK(MPI_Waitsome(0, NULL, &count, indices, MPI_STATUSES_IGNORE) == MPI_SUCCESS && count == MPI_UNDEFINED);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = N - 1; i >= 0; i--) {
            int value = 100 + i;
            if (1 + i % (size - 1) == rank)
                MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        }
    }
    return end();
}
