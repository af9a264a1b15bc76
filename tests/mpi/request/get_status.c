// Tests MPI_Request_get_status: it can be called repeatedly, the request stays, and the data is there.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Status status;
        int values[3] = {0}, sparse[6] = {0}, flag = 1;
        MPI_Irecv(values, 3, MPI_INT, 1, 4, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(sparse, 1, every_other, 1, 5, MPI_COMM_WORLD, &requests[1]);
        MPI_Request_get_status(requests[0], &flag, &status);
        CHECK(!flag);
        MPI_Send(NULL, 0, MPI_INT, 1, 6, MPI_COMM_WORLD);
        for (int which = 0; which < 2; which++) {
            flag = 0;
            while (!flag)
                MPI_Request_get_status(requests[which], &flag, &status);
            CHECK(requests[which] != MPI_REQUEST_NULL);
            CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 4 + which && count_of(&status, MPI_INT) == 2);
        }
        CHECK(values[0] == 7 && values[1] == 8 && values[2] == 0);
        CHECK(sparse[0] == 7 && sparse[1] == 0 && sparse[2] == 8 && sparse[4] == 0);
        // The completion of the request does not undo what the program writes to the buffer now.
        sparse[0] = 99;
        MPI_Request_get_status(requests[1], &flag, MPI_STATUS_IGNORE);
        CHECK(flag);
        MPI_Wait(&requests[1], &status);
        CHECK(sparse[0] == 99 && status.MPI_TAG == 5 && count_of(&status, MPI_INT) == 2);
        MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
        CHECK(flag && requests[0] == MPI_REQUEST_NULL);
    } else if (rank == 1) {
        int values[2] = {7, 8};
        MPI_Recv(NULL, 0, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(values, 2, MPI_INT, 0, 4, MPI_COMM_WORLD);
        MPI_Send(values, 2, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    MPI_Type_free(&every_other);
    return end();
}
