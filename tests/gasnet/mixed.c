// MPI and GASNet in one program: handlers run while MPI waits, messages of the two do not disturb each other,
// a GASNet barrier proceeds while a node waits in MPI, and MPI's windows share transfers with GASNet's puts.
#include "check.h"
#include <mpi.h>

enum { REQUEST = 128, REPLY, ROUNDS = 25, LARGE = 20000 };

static unsigned replies;

static void take(gasnet_token_t token, gasnet_handlerarg_t value)
{
    gasnet_AMReplyShort1(token, REPLY, value + 1);
}

static void answered(gasnet_token_t token, gasnet_handlerarg_t value)
{
    (void)token;
    replies += value == 42;
}

static gasnet_handlerentry_t table[] = {{REQUEST, take}, {REPLY, answered}};

// Node 0 waits in MPI for a message. Its sender sends it only after a handler of node 0 has answered.
static void serve_in_mpi(void)
{
    unsigned before = replies;
    int token = 0;
    if (rank == 0) {
        for (unsigned node = 1; node < size; node++)
            MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        gasnet_AMRequestShort1(0, REQUEST, 41);
        GASNET_BLOCKUNTIL(replies > before);
        MPI_Send(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
}

// Nodes that wait in MPI pass on the rounds of a barrier for a node that waits in the barrier.
static void barrier_in_mpi(void)
{
    int word = 7;
    gasnet_barrier_notify(1, 0);
    if (rank != 0 || size == 1) {
        if (size > 1)
            MPI_Recv(&word, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(gasnet_barrier_wait(1, 0) == GASNET_OK);
    } else {
        CHECK(gasnet_barrier_wait(1, 0) == GASNET_OK);
        for (unsigned node = 1; node < size; node++)
            MPI_Send(&word, 1, MPI_INT, node, 6, MPI_COMM_WORLD);
    }
}

static void exchange(unsigned round)
{
    static unsigned char out[LARGE], in[LARGE], got[LARGE];
    size_t bytes = round % 5 == 4 ? LARGE : round * 37;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[2];
    fill(out, bytes, round + rank);
    MPI_Irecv(in, bytes, MPI_BYTE, left, round, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_BYTE, right, round, MPI_COMM_WORLD, &requests[1]);
    gasnet_handle_t put = gasnet_put_nb_bulk(right, at(right, 0), out, bytes);
    gasnet_AMRequestShort1(left, REQUEST, 41);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    gasnet_wait_syncnb(put);
    CHECK(filled(in, bytes, round + left));
    gasnet_get(got, right, at(right, 0), bytes);
    CHECK(filled(got, bytes, round + rank));
    barrier();
}

int main(int argc, char **argv)
{
    static unsigned char window[1000], back[1000];
    MPI_Init(&argc, &argv);
    begin(&argc, &argv, table, 2, 8 * GASNET_PAGESIZE);
    serve_in_mpi();
    barrier_in_mpi();
    for (unsigned round = 0; round < ROUNDS; round++)
        exchange(round);
    GASNET_BLOCKUNTIL(replies == ROUNDS + (rank != 0));
    MPI_Win win;
    MPI_Win_create(window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    fill(back, sizeof back, 3);
    MPI_Win_fence(0, win);
    MPI_Put(back, sizeof back, MPI_BYTE, (rank + 1) % size, 0, sizeof back, MPI_BYTE, win);
    gasnet_put((rank + 1) % size, at((rank + 1) % size, 0), back, sizeof back);
    MPI_Win_fence(0, win);
    CHECK(filled(window, sizeof window, 3) && filled(at(rank, 0), sizeof window, 3));
    MPI_Win_free(&win);
    MPI_Finalize();
    barrier();
    if (rank == 0)
        printf("ok\n");
    return 0;
}
