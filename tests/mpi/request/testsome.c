// Tests Testsome and Testany: nothing complete yet, some complete, none left.
#include "../check.h"

enum { N = 6 };

static void nothing_yet(MPI_Request requests[])
{
    int count = 77, indices[N], index = 77, flag = 77;
    MPI_Testsome(N, requests, &count, indices, MPI_STATUSES_IGNORE);
    CHECK(count == 0);
    MPI_Testany(N, requests, &index, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag && index == MPI_UNDEFINED);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request requests[N];
    MPI_Status statuses[N], status;
    int values[N], indices[N], count, index, flag, seen = 0;
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        nothing_yet(requests);
        MPI_Send(NULL, 0, MPI_INT, 1, 50, MPI_COMM_WORLD);
        while (seen < N / 2) {
            MPI_Testsome(N, requests, &count, indices, statuses);
            CHECK(count >= 0 && count <= N / 2 - seen);
            for (int i = 0; i < count; i++)
                CHECK(indices[i] % 2 == 1 && statuses[i].MPI_TAG == indices[i] && values[indices[i]] == 10 * indices[i]);
            seen += count;
        }
        nothing_yet(requests);
        MPI_Send(NULL, 0, MPI_INT, 1, 50, MPI_COMM_WORLD);
        while (seen < N) {
            MPI_Testany(N, requests, &index, &flag, &status);
            if (!flag)
                continue;
            CHECK(index >= 0 && index % 2 == 0 && status.MPI_TAG == index && values[index] == 10 * index);
            CHECK(requests[index] == MPI_REQUEST_NULL);
            seen++;
        }
        MPI_Testsome(N, requests, &count, indices, statuses);
        CHECK(count == MPI_UNDEFINED);
        flag = 0;
        MPI_Testany(N, requests, &index, &flag, &status);
        CHECK(flag && index == MPI_UNDEFINED && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
        CHECK(count_of(&status, MPI_INT) == 0);
    } else if (rank == 1) {
        for (int odd = 1; odd >= 0; odd--) {
            MPI_Recv(NULL, 0, MPI_INT, 0, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = odd; i < N; i += 2) {
                int value = 10 * i;
                MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
            }
        }
    }
    return end();
}
