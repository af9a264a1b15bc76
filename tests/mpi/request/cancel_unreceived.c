// Sends that no rank receives are cancelled, whatever the other rank does meanwhile. A send that has met its
// receive is not. The status says whether it was cancelled; if it was, no receive and no probe finds it.
#include "../check.h"

enum { LONG_BYTES = 20000, CANCELLED_TAG = 1, VERDICT_TAG = 2, GO_TAG = 3, DELAYS = 40, FLOOD = 400, FLOOD_TAG = 4 };

static unsigned char data[LONG_BYTES], got[LONG_BYTES];

static void work(int rounds)
{
    for (volatile int i = 0; i < rounds; i++)
        ;
}

// Cancels a send, waits for its end, and returns whether it was cancelled.
static int cancel(MPI_Request *request)
{
    MPI_Status status;
    int cancelled;
    CHECK(MPI_Cancel(request) == MPI_SUCCESS && *request != MPI_REQUEST_NULL);
    MPI_Wait(request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    return cancelled;
}

static int has_message(int source, int tag)
{
    int flag;
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static void go(int other)
{
    MPI_Send(NULL, 0, MPI_INT, other, GO_TAG, MPI_COMM_WORLD);
}

static void await_go(int other)
{
    MPI_Recv(NULL, 0, MPI_INT, other, GO_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Starts a message that is first announced, not sent at once.
static void start(int which, int dest, MPI_Request *request)
{
    if (which == 0)
        MPI_Isend(data, LONG_BYTES, MPI_BYTE, dest, CANCELLED_TAG, MPI_COMM_WORLD, request);
    else
        MPI_Issend(data, which == 1 ? 0 : which == 2 ? 8 : LONG_BYTES, MPI_BYTE, dest, CANCELLED_TAG, MPI_COMM_WORLD, request);
}

enum { STARTS = 4 };

// No rank receives: the other rank waits in other calls.
static void unreceived(void)
{
    for (int which = 0; which < STARTS; which++) {
        MPI_Request request;
        if (rank == 0) {
            start(which, 1, &request);
            CHECK(cancel(&request) && request == MPI_REQUEST_NULL);
            go(1);
            await_go(1);
        } else {
            await_go(0);
            CHECK(!has_message(0, CANCELLED_TAG) && !has_message(MPI_ANY_SOURCE, CANCELLED_TAG));
            go(0);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

// Cancels one of three messages with the same envelope. The others are received in their order.
static void among_others(void)
{
    int values[3] = {7, 8, 9};
    MPI_Request requests[3];
    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Issend(&values[i], 1, MPI_INT, 1, CANCELLED_TAG, MPI_COMM_WORLD, &requests[i]);
        CHECK(cancel(&requests[1]));
        go(1);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    } else {
        await_go(0);
        for (int i = 0; i < 3; i += 2) {
            int value;
            MPI_Recv(&value, 1, MPI_INT, i == 0 ? MPI_ANY_SOURCE : 0, i == 0 ? CANCELLED_TAG : MPI_ANY_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            CHECK(value == values[i]);
        }
    }
}

// Messages that have met their receive, or that a matched probe has taken.
static void matched(void)
{
    for (int which = 0; which < STARTS; which++) {
        size_t bytes = which == 1 ? 0 : which == 2 ? 8 : LONG_BYTES;
        MPI_Request request;
        MPI_Message message;
        memset(got, 0, sizeof got);
        if (rank == 0) {
            await_go(1);
            start(which, 1, &request);
            await_go(1);
            CHECK(!cancel(&request));
            start(which, 1, &request);
            await_go(1);
            MPI_Cancel(&request);
            go(1);
            CHECK(!cancel(&request));
        } else {
            MPI_Irecv(got, LONG_BYTES, MPI_BYTE, 0, CANCELLED_TAG, MPI_COMM_WORLD, &request);
            go(0);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            CHECK(filled(got, bytes, 5));
            go(0);
            MPI_Mprobe(0, CANCELLED_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
            go(0);
            await_go(0);
            memset(got, 0, sizeof got);
            MPI_Mrecv(got, LONG_BYTES, MPI_BYTE, &message, MPI_STATUS_IGNORE);
            CHECK(filled(got, bytes, 5));
        }
    }
}

// A receive is posted at about the time of the cancellation, earlier or later: each message is either cancelled or received.
static void race(void)
{
    for (int delay = 0; delay < 2 * DELAYS; delay++) {
        MPI_Request request;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            start(delay % STARTS, 1, &request);
            work(delay < DELAYS ? 0 : 1000);
            int cancelled = cancel(&request);
            MPI_Send(&cancelled, 1, MPI_INT, 1, VERDICT_TAG, MPI_COMM_WORLD);
            if (cancelled)
                MPI_Send(&delay, sizeof delay, MPI_BYTE, 1, CANCELLED_TAG, MPI_COMM_WORLD);
        } else {
            int cancelled;
            for (int i = 0; i < delay % DELAYS; i++)
                has_message(0, VERDICT_TAG);
            MPI_Irecv(got, LONG_BYTES, MPI_BYTE, 0, CANCELLED_TAG, MPI_COMM_WORLD, &request);
            MPI_Recv(&cancelled, 1, MPI_INT, 0, VERDICT_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Status status;
            MPI_Wait(&request, &status);
            size_t bytes = delay % STARTS == 1 ? 0 : delay % STARTS == 2 ? 8 : LONG_BYTES;
            CHECK(count_of(&status, MPI_BYTE) == (int)(cancelled ? sizeof delay : bytes));
            CHECK(cancelled ? memcmp(got, &delay, sizeof delay) == 0 : filled(got, bytes, 5));
        }
    }
}

// A send of the rank to itself.
static void own(void)
{
    for (int which = 0; which < STARTS; which++) {
        MPI_Request request, receive;
        size_t bytes = which == 1 ? 0 : which == 2 ? 8 : LONG_BYTES;
        start(which, rank, &request);
        CHECK(cancel(&request));
        CHECK(!has_message(rank, CANCELLED_TAG));
        memset(got, 0, sizeof got);
        MPI_Irecv(got, LONG_BYTES, MPI_BYTE, rank, CANCELLED_TAG, MPI_COMM_WORLD, &receive);
        start(which, rank, &request);
        int cancelled = cancel(&request);
        if (cancelled)
            MPI_Send(data, bytes, MPI_BYTE, rank, CANCELLED_TAG, MPI_COMM_WORLD);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        CHECK(filled(got, bytes, 5));
    }
}

// The other rank takes no packets, so sends wait on this rank. Each is cancelled or received, in their order.
static void crowded(void)
{
    static MPI_Request requests[FLOOD];
    static int values[FLOOD], cancelled[FLOOD];
    if (rank == 0) {
        for (int i = 0; i < FLOOD; i++) {
            values[i] = i;
            MPI_Isend(&values[i], 1, MPI_INT, 1, FLOOD_TAG, MPI_COMM_WORLD, &requests[i]);
        }
        for (int i = FLOOD - 1; i >= 0; i -= 3)
            MPI_Cancel(&requests[i]);
        go(1);
        for (int i = 0; i < FLOOD; i++) {
            MPI_Status status;
            MPI_Wait(&requests[i], &status);
            MPI_Test_cancelled(&status, &cancelled[i]);
            CHECK(!cancelled[i] || (FLOOD - 1 - i) % 3 == 0);
        }
        MPI_Send(cancelled, FLOOD, MPI_INT, 1, VERDICT_TAG, MPI_COMM_WORLD);
    } else {
        MPI_Request verdict;
        int next = 0, count = 0;
        work(200000);
        MPI_Irecv(cancelled, FLOOD, MPI_INT, 0, VERDICT_TAG, MPI_COMM_WORLD, &verdict);
        await_go(0);
        for (int done = 0; !done || has_message(0, FLOOD_TAG);) {
            if (has_message(0, FLOOD_TAG))
                MPI_Recv(&values[count++], 1, MPI_INT, 0, FLOOD_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (!done)
                MPI_Test(&verdict, &done, MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < FLOOD; i++) {
            if (!cancelled[i])
                CHECK(next < count && values[next++] == i);
        }
        CHECK(next == count);
    }
}

// The same for persistent sends and sends of derived datatypes.
static void others(void)
{
    MPI_Datatype every_other;
    MPI_Request request;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    if (rank == 0) {
        int sparse[5] = {1, 0, 2, 0, 3};
        MPI_Issend(sparse, 1, every_other, 1, CANCELLED_TAG, MPI_COMM_WORLD, &request);
        CHECK(cancel(&request));
        MPI_Ssend_init(sparse, 1, every_other, 1, CANCELLED_TAG, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        CHECK(cancel(&request) && request != MPI_REQUEST_NULL);
        MPI_Start(&request);
        go(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        int dense[3];
        await_go(0);
        MPI_Recv(dense, 3, MPI_INT, 0, CANCELLED_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(dense[0] == 1 && dense[1] == 2 && dense[2] == 3 && !has_message(0, CANCELLED_TAG));
    }
    MPI_Type_free(&every_other);
}

// The other rank has called MPI_Finalize, or will call it (MPI 5.0 §11.2.2, example 11.7).
static void at_end(void)
{
    MPI_Request request, freed;
    if (rank != 0)
        return;
    start(2, 1, &request);
    start(0, 1, &freed);
    work(20000);
    CHECK(cancel(&request));
    MPI_Cancel(&freed);
    MPI_Request_free(&freed);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    fill(data, sizeof data, 5);
    unreceived();
    among_others();
    matched();
    race();
    own();
    crowded();
    others();
    at_end();
    return end();
}
