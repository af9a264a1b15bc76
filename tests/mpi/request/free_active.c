// Requests that are freed while under way complete nevertheless: eager, long, synchronous, of derived types.
#include "../check.h"

enum { LONG = 20000, ROWS = 50 };

static unsigned char out[LONG], in[LONG];
static int sparse[2 * ROWS];

static void synchronize(int other)
{
    MPI_Sendrecv(NULL, 0, MPI_INT, other, 9, NULL, 0, MPI_INT, other, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void free_sends(void)
{
    MPI_Request request;
    fill(out, sizeof out, 3);
    for (int bytes = 0; bytes <= LONG; bytes += LONG / 4) {
        MPI_Isend(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        CHECK(request == MPI_REQUEST_NULL);
        MPI_Issend(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    synchronize(1);
}

static void receive_them(void)
{
    for (int bytes = 0; bytes <= LONG; bytes += LONG / 4) {
        for (int i = 0; i < 2; i++) {
            MPI_Status status;
            memset(in, 0, sizeof in);
            MPI_Recv(in, LONG, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
            CHECK(count_of(&status, MPI_BYTE) == bytes && filled(in, bytes, 3));
        }
    }
    synchronize(0);
}

// The reply follows the message. When the reply has arrived, the freed receive is complete.
static void free_receives(void)
{
    MPI_Datatype every_other;
    MPI_Request request;
    MPI_Type_vector(ROWS, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    memset(sparse, 0, sizeof sparse);
    MPI_Irecv(sparse, 1, every_other, 1, 2, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Irecv(in, 100, MPI_BYTE, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Type_free(&every_other);
    synchronize(1);
    synchronize(1);
    for (int i = 0; i < ROWS; i++)
        CHECK(sparse[2 * i] == i && sparse[2 * i + 1] == 0);
    CHECK(filled(in, 100, 8));
}

static void send_them(void)
{
    int rows[ROWS];
    for (int i = 0; i < ROWS; i++)
        rows[i] = i;
    fill(out, 100, 8);
    synchronize(0);
    MPI_Send(rows, ROWS, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Send(out, 100, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
    synchronize(0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        free_sends();
        free_receives();
    } else if (rank == 1) {
        receive_them();
        send_them();
    }
    return end();
}
