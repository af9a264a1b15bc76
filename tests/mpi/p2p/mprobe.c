// Tests matched probes: no other call finds the message, whatever its length; Mrecv, Imrecv, types, MPI_MESSAGE_NO_PROC.
#include "../check.h"

enum { LONG = 5000 };

static int data[LONG], sparse[2 * LONG];

static void receiver(int count)
{
    MPI_Message message, second, third = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Request request;
    MPI_Datatype every_other;
    int flag;
    MPI_Type_vector(count, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 1 && count_of(&status, MPI_INT) == count);
    // Now probes and receives find the second message.
    MPI_Probe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_TAG == 2);
    MPI_Iprobe(1, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    do
        MPI_Improbe(1, 2, MPI_COMM_WORLD, &flag, &second, &status);
    while (!flag);
    CHECK(count_of(&status, MPI_INT) == count);
    MPI_Improbe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &third, &status);
    CHECK(!flag && third == MPI_MESSAGE_NULL);
    // Receives them in the other order.
    memset(sparse, 0, sizeof sparse);
    MPI_Imrecv(sparse, 1, every_other, &second, &request);
    CHECK(second == MPI_MESSAGE_NULL);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_TAG == 2 && count_of(&status, MPI_INT) == count);
    MPI_Mrecv(data, LONG, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == 1 && status.MPI_TAG == 1 && count_of(&status, MPI_INT) == count);
    for (int i = 0; i < count; i++)
        CHECK(data[i] == i + 7 && sparse[2 * i] == i + 7 && sparse[2 * i + 1] == 0);
    MPI_Type_free(&every_other);
}

static void nobody(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Request request;
    int flag = 0;
    MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL && count_of(&status, MPI_INT) == 0);
    MPI_Mrecv(data, 1, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Improbe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &message, &status);
    CHECK(flag && message == MPI_MESSAGE_NO_PROC);
    MPI_Imrecv(data, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    CHECK(message == MPI_MESSAGE_NULL && count_of(&status, MPI_INT) == 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Mprobe(size, 0, MPI_COMM_WORLD, &message, &status)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Improbe(0, -9, MPI_COMM_WORLD, &flag, &message, &status)) == MPI_ERR_TAG);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 30, 800, LONG};
    begin(&argc, &argv);
    for (int i = 0; i < 4; i++) {
        if (rank == 0)
            receiver(counts[i]);
        for (int k = 0; k < LONG; k++)
            data[k] = k + 7;
        if (rank == 1) {
            MPI_Request requests[2];
            MPI_Isend(data, counts[i], MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(data, counts[i], MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    nobody();
    return end();
}
