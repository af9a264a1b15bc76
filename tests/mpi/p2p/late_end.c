// Long messages whose end comes late, or after short ones of the same sender, while the sender
// does other things. Where the hardware has scratchpads, messages are transferred between these.
#include "../check.h"

enum { ROUNDS = 24, LONG = 700, SHORT = 3, PAUSE = 20000 };

static unsigned char *out, *in;

static void pause_for(int turns)
{
    for (volatile int turn = 0; turn < turns; turn++)
        ;
}

// The clear to send waits in the ring while short messages are sent.
static void send_round(int round)
{
    MPI_Request request;
    fill(out, LONG, round);
    MPI_Isend(out, LONG, MPI_BYTE, 1, round, MPI_COMM_WORLD, &request);
    pause_for(round % 3 == 0 ? PAUSE : round);
    for (int i = 0; i < round % (SHORT + 1); i++) {
        int value = round * 10 + i;
        MPI_Send(&value, 1, MPI_INT, 1, 1000 + i, MPI_COMM_WORLD);
    }
    pause_for(round % 2 == 0 ? PAUSE : 0);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (round % 5 == 0)
        MPI_Send(out, LONG, MPI_BYTE, 1, round, MPI_COMM_WORLD);
}

static void receive_long(int round)
{
    MPI_Status status;
    int count;
    memset(in, 0, LONG);
    MPI_Recv(in, LONG, MPI_BYTE, 0, round, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == LONG && status.MPI_TAG == round);
    CHECK(filled(in, LONG, round));
}

static void receive_round(int round)
{
    pause_for(round % 4 == 1 ? PAUSE : 0);
    receive_long(round);
    for (int i = 0; i < round % (SHORT + 1); i++) {
        int value = -1;
        MPI_Recv(&value, 1, MPI_INT, 0, 1000 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == round * 10 + i);
    }
    if (round % 5 == 0)
        receive_long(round);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Alloc_mem(LONG, MPI_INFO_NULL, &out);
    MPI_Alloc_mem(LONG, MPI_INFO_NULL, &in);
    for (int round = 0; round < ROUNDS && rank < 2; round++) {
        if (rank == 0)
            send_round(round);
        else
            receive_round(round);
    }
    MPI_Free_mem(in);
    MPI_Free_mem(out);
    return end();
}
