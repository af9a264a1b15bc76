// Cancels some of many posted receives, again and again: messages match
// the remaining receives in their order, whatever was posted before.
#include "../check.h"

enum { ROUNDS = 12, RECEIVES = 40, TAGS = 5 };

static int is_cancelled(int round, int i)
{
    return (i * 7 + round) % 3 != 0;
}

// For each remaining receive of rank 1, rank 0 sends a message with its tag. The value gives the order within the tag.
static void send_all(int round)
{
    int next[TAGS] = {0};
    for (int i = 0; i < RECEIVES; i++) {
        if (is_cancelled(round, i))
            continue;
        int tag = i % TAGS, value = round * 1000 + tag * 100 + next[tag]++;
        MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    }
}

static void cancel(MPI_Request *request)
{
    MPI_Status status;
    int flag = 0;
    MPI_Cancel(request);
    MPI_Wait(request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
}

static void receive_all(int round)
{
    MPI_Request requests[RECEIVES];
    int values[RECEIVES], next[TAGS] = {0};
    for (int i = 0; i < RECEIVES; i++) {
        values[i] = -1;
        MPI_Irecv(&values[i], 1, MPI_INT, i % 2 ? 0 : MPI_ANY_SOURCE, i % TAGS, MPI_COMM_WORLD, &requests[i]);
    }
    // Cancels alternately from the end and from the beginning.
    for (int i = 0; i < RECEIVES; i++) {
        int which = i % 2 ? i / 2 : RECEIVES - 1 - i / 2;
        if (is_cancelled(round, which))
            cancel(&requests[which]);
    }
    MPI_Send(NULL, 0, MPI_INT, 0, TAGS, MPI_COMM_WORLD);
    MPI_Waitall(RECEIVES, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < RECEIVES; i++) {
        int tag = i % TAGS;
        CHECK(values[i] == (is_cancelled(round, i) ? -1 : round * 1000 + tag * 100 + next[tag]++));
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == 0) {
            MPI_Recv(NULL, 0, MPI_INT, 1, TAGS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            send_all(round);
        } else if (rank == 1) {
            receive_all(round);
        }
    }
    return end();
}
