// A message longer than the buffer is an error of the receive only. Nothing is written after the buffer.
#include "../check.h"

static void truncate(size_t sent, size_t room, int synchronous, int late)
{
    unsigned char *buffer = malloc(sent + 8);
    if (rank == 1) {
        fill(buffer, sent, sent);
        if (synchronous)
            MPI_Ssend(buffer, (int)sent, MPI_BYTE, 0, 5, MPI_COMM_WORLD);
        else
            MPI_Send(buffer, (int)sent, MPI_BYTE, 0, 5, MPI_COMM_WORLD);
        MPI_Send(NULL, 0, MPI_BYTE, 0, 6, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Status status;
        memset(buffer, 0x5a, sent + 8);
        if (late)
            MPI_Probe(1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        int error = MPI_Recv(buffer, (int)room, MPI_BYTE, 1, 5, MPI_COMM_WORLD, &status);
        CHECK(class_of(error) == MPI_ERR_TRUNCATE);
        CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 5);
        for (size_t i = room; i < sent + 8; i++)
            CHECK(buffer[i] == 0x5a);
        MPI_Recv(NULL, 0, MPI_BYTE, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    free(buffer);
}

int main(int argc, char **argv)
{
    static const size_t lengths[] = {1, 16, 100, 300, 4096, 4097, 70000};
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int mode = 0; mode < 4; mode++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            truncate(lengths[i], 0, mode & 1, mode >> 1);
            truncate(lengths[i], lengths[i] / 2, mode & 1, mode >> 1);
            truncate(lengths[i], lengths[i] - 1, mode & 1, mode >> 1);
        }
    }
    // Of several requests, the statuses say which one failed.
    int four[4] = {1, 2, 3, 4}, good[4], bad[2];
    if (rank == 1) {
        MPI_Send(four, 4, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(four, 4, MPI_INT, 0, 2, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Irecv(good, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(bad, 2, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
        CHECK(class_of(MPI_Waitall(2, requests, statuses)) == MPI_ERR_IN_STATUS);
        CHECK(statuses[0].MPI_ERROR == MPI_SUCCESS && class_of(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
        CHECK(good[3] == 4 && requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    }
    return end();
}
