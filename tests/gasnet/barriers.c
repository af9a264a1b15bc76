// Tests barriers: no node leaves before all have entered; named and anonymous barriers, mismatches, and the split phase.
#include "check.h"

enum { ROUNDS = 20, COUNT = 128 };

static unsigned come;  // messages that arrived between the two halves of barriers

static void count(gasnet_token_t token)
{
    (void)token;
    come++;
}

static gasnet_handlerentry_t table[] = {{COUNT, count}};

// A barrier with the same id and flags in both calls.
static int pass(int id, int flags)
{
    gasnet_barrier_notify(id, flags);
    return gasnet_barrier_wait(id, flags);
}

// In either call, one node gives another id or other flags than the other nodes.
static void try_mismatches(void)
{
    int wrong = size > 1 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK;
    for (unsigned odd = 0; odd < size; odd++) {
        CHECK(pass(rank == odd ? 4 : 5, 0) == wrong);
        CHECK(pass(7, rank == odd ? GASNET_BARRIERFLAG_ANONYMOUS : 0) == GASNET_OK);
        CHECK(pass(rank == odd ? 1 : 2, rank == odd ? 0 : GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
        CHECK(pass(3, rank == odd ? GASNET_BARRIERFLAG_MISMATCH : 0) == GASNET_ERR_BARRIER_MISMATCH);
        gasnet_barrier_notify(6, 0);
        CHECK(gasnet_barrier_wait(rank == odd ? 60 : 6, 0) == (rank == odd ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK));
        gasnet_barrier_notify(6, 0);
        int flags = rank == odd ? GASNET_BARRIERFLAG_ANONYMOUS : 0;
        CHECK(gasnet_barrier_wait(6, flags) == GASNET_OK);
        int result = -1;
        CHECK(gasnet_barrier_result(&result) == 0 && result == 6);
        gasnet_barrier_notify(8, GASNET_BARRIERFLAG_UNNAMED);
        CHECK(gasnet_barrier_wait(9, rank == odd ? 0 : GASNET_BARRIERFLAG_UNNAMED) == GASNET_OK);
        CHECK(gasnet_barrier_result(&result) == 1);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, table, 1, GASNET_PAGESIZE);
    volatile unsigned *number = (volatile unsigned *)at(rank, 0);
    for (unsigned round = 1; round <= ROUNDS; round++) {
        *number = round;
        CHECK(pass(round, 0) == GASNET_OK);
        for (unsigned node = 0; node < size; node++)
            CHECK(gasnet_get_val(node, at(node, 0), sizeof *number) == round);
        CHECK(pass(-(int)round, 0) == GASNET_OK);
    }
    try_mismatches();
    // Between the two halves nodes communicate, and a node may test whether all have entered.
    for (unsigned round = 0; round < ROUNDS; round++) {
        gasnet_barrier_notify(round, 0);
        if (round % size == rank)
            gasnet_AMRequestShort0((rank + 1) % size, COUNT);
        if (round % 2 == 0)
            CHECK(gasnet_barrier_wait(round, 0) == GASNET_OK);
        else
            while (gasnet_barrier_try(round, 0) != GASNET_OK)
                ;
    }
    end();
}
