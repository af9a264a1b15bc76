// One message of each kind, for tests of `rankine anatomy`: messages KIND [BYTES]. Rank 0 sends and rank 1 receives.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 7, PAUSE = 2000 };

static volatile int spent;

static void compute(void)
{
    for (int i = 0; i < PAUSE; i++)
        spent = i;
}

// A barrier, after which one of the ranks computes and so comes late.
static void meet(int rank, int late)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == late)
        compute();
}

static void send(const char *kind, const char *data, int bytes)
{
    if (strcmp(kind, "isend") == 0) {
        MPI_Request request;
        MPI_Isend(data, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        for (int i = 0; i <= (strcmp(kind, "waitall") == 0); i++)
            MPI_Send(data, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
    }
}

static void receive(const char *kind, char *data, int bytes)
{
    if (strcmp(kind, "irecv") == 0) {
        MPI_Request request;
        MPI_Irecv(data, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, &request);
        compute();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (strcmp(kind, "waitall") == 0) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; i++)
            MPI_Irecv(data + i * bytes, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Recv(data, bytes, MPI_BYTE, strcmp(kind, "any") == 0 ? MPI_ANY_SOURCE : 0, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

// Rank 1 first receives the message that was sent later, so that this one is unexpected.
static void overtake(int rank, char *data, int bytes)
{
    if (rank == 0) {
        MPI_Send(data, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        MPI_Send(data, bytes + 1, MPI_BYTE, 1, TAG + 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(data, bytes + 1, MPI_BYTE, 0, TAG + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        compute();
        MPI_Recv(data, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void to_itself(char *data, int bytes)
{
    MPI_Request request;
    MPI_Irecv(data, bytes, MPI_BYTE, 0, TAG, MPI_COMM_SELF, &request);
    MPI_Send(data + bytes, bytes, MPI_BYTE, 0, TAG, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *kind = argc > 1 ? argv[1] : "expected";
    int rank, bytes = argc > 2 ? atoi(argv[2]) : 8;
    char *data = calloc(2, bytes + 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 3 && strcmp(kind, "none") != 0; round++) {
        meet(rank, strcmp(kind, "late") == 0 ? 1 : 0);
        if (strcmp(kind, "self") == 0)
            to_itself(data, bytes);
        else if (strcmp(kind, "unexpected") == 0)
            overtake(rank, data, bytes);
        else if (rank == 0)
            send(kind, data, bytes);
        else if (rank == 1)
            receive(kind, data, bytes);
    }
    free(data);
    MPI_Finalize();
    return 0;
}
