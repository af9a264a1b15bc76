// Messages that arrive at every point in time while receives are posted: all earlier, between any two
// steps of the receiver, all later. For any time of arrival, MPI's rules allow only one set of pairs.
#include "../check.h"

enum { MESSAGES = 4, STEPS = 1500, EVERY = 3, HEAD_START = 100 };

static const int sent[MESSAGES] = {0, 1, 0, 2}, wanted[MESSAGES] = {MPI_ANY_TAG, 0, 1, 2};
static const int mate[MESSAGES] = {0, 2, 1, 3};  // the message that each receive must get

static void pause_for(int turns)
{
    for (volatile int turn = 0; turn < turns; turn++)
        ;
}

static void send_at(int step)
{
    MPI_Request requests[MESSAGES];
    int values[MESSAGES];
    MPI_Recv(NULL, 0, MPI_INT, 1, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pause_for(step * EVERY);
    for (int i = 0; i < MESSAGES; i++) {
        values[i] = step * MESSAGES + i;
        MPI_Isend(&values[i], 1, MPI_INT, 1, sent[i], MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
}

static void receive_at(int step)
{
    MPI_Request requests[MESSAGES];
    MPI_Status statuses[MESSAGES];
    int values[MESSAGES];
    MPI_Send(NULL, 0, MPI_INT, 0, step, MPI_COMM_WORLD);
    pause_for(HEAD_START);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 0, wanted[i], MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(MESSAGES, requests, statuses);
    for (int i = 0; i < MESSAGES; i++) {
        CHECK(values[i] == step * MESSAGES + mate[i]);
        CHECK(statuses[i].MPI_TAG == sent[mate[i]]);
    }
}

// A receive and a message that match nothing until the end keep both queues from being empty.
int main(int argc, char **argv)
{
    MPI_Comm apart;
    MPI_Request standing[2];
    begin(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &apart);
    int other = rank < 2 ? 1 - rank : MPI_PROC_NULL;
    MPI_Irecv(NULL, 0, MPI_INT, other, 0, apart, &standing[0]);
    MPI_Isend(NULL, 0, MPI_INT, other, 1, apart, &standing[1]);
    for (int step = 0; step < STEPS && rank < 2; step++) {
        if (rank == 0)
            send_at(step);
        else
            receive_at(step);
    }
    MPI_Recv(NULL, 0, MPI_INT, other, 1, apart, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, other, 0, apart);
    MPI_Waitall(2, standing, MPI_STATUSES_IGNORE);
    MPI_Comm_free(&apart);
    return end();
}
