// A server posts each receive again: every client is served in the end, at any place in the array.
#include "../check.h"

enum { MESSAGES = 20 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        MPI_Request requests[16];
        int values[16], served[16] = {0}, index, left = MESSAGES * (size - 1);
        MPI_Status status;
        for (int i = 1; i < size; i++)
            MPI_Irecv(&values[i - 1], 1, MPI_INT, i, 3, MPI_COMM_WORLD, &requests[i - 1]);
        while (left-- > 0) {
            MPI_Waitany(size - 1, requests, &index, &status);
            CHECK(index >= 0 && status.MPI_SOURCE == index + 1 && values[index] == served[index]);
            if (++served[index] < MESSAGES)
                MPI_Irecv(&values[index], 1, MPI_INT, index + 1, 3, MPI_COMM_WORLD, &requests[index]);
        }
        for (int i = 0; i < size - 1; i++)
            CHECK(served[i] == MESSAGES);
        MPI_Waitany(size - 1, requests, &index, MPI_STATUS_IGNORE);
        CHECK(index == MPI_UNDEFINED);
    } else {
        for (int i = 0; i < MESSAGES; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
    return end();
}
