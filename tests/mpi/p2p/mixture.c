// Collectives beside unfinished point-to-point communication, with ranks that come late.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (int round = 0; round < 50; round++) {
        int sum = 0, value = rank * 100 + round, from_left = -1, any = -1;
        MPI_Request requests[3];
        static unsigned char big[20000], got[20000];
        fill(big, sizeof big, rank + round);
        MPI_Irecv(&any, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Allreduce(&round, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == size * round);
        MPI_Isend(&value, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[1]);
        for (volatile int late = 0; late < (rank * 37 + round) % 11 * 100; late++)
            ;
        MPI_Bcast(&from_left, 1, MPI_INT, round % size, MPI_COMM_WORLD);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        CHECK(any == previous * 100 + round);
        MPI_Isend(big, sizeof big, MPI_BYTE, next, 4, MPI_COMM_WORLD, &requests[2]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(got, sizeof got, MPI_BYTE, previous, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(filled(got, sizeof got, previous + round));
        MPI_Waitall(2, requests + 1, MPI_STATUSES_IGNORE);
    }
    return end();
}
