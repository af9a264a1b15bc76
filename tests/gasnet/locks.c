// Tests handler-safe locks and no-interrupt sections: inside them no handler runs, not even where MPI polls, and no message is lost.
#define GASNET_DEBUG 1
#include "check.h"
#include <mpi.h>

enum { REQUEST = 128, REPLY, ROUNDS = 10 };

static gasnet_hsl_t outer = GASNET_HSL_INITIALIZER, inner;
static unsigned requests, replies, inside;

static void take(gasnet_token_t token, void *buffer, size_t bytes, gasnet_handlerarg_t round)
{
    CHECK(inside == 0 && bytes == 100 && filled(buffer, bytes, round));
    gasnet_hold_interrupts();
    gasnet_hsl_lock(&outer);
    gasnet_hsl_lock(&inner);
    requests++;
    gasnet_hsl_unlock(&inner);
    gasnet_hsl_unlock(&outer);
    gasnet_resume_interrupts();
    gasnet_AMReplyShort0(token, REPLY);
}

static void answered(gasnet_token_t token)
{
    (void)token;
    CHECK(inside == 0);
    CHECK(gasnet_hsl_trylock(&inner) == GASNET_OK);
    replies++;
    gasnet_hsl_unlock(&inner);
}

static gasnet_handlerentry_t table[] = {{REQUEST, take}, {REPLY, answered}};

// The library's count of the fallback `wanted`.
static unsigned counted(const char *wanted)
{
    const char *name, *meaning;
    unsigned count;
    for (unsigned i = 0; gasnet_fallback(i, &name, &meaning, &count) == GASNET_OK; i++) {
        if (strcmp(name, wanted) == 0)
            return count;
    }
    CHECK(!"no such fallback");
    return 0;
}

int main(int argc, char **argv)
{
    unsigned char payload[100];
    unsigned other;
    MPI_Init(&argc, &argv);
    begin(&argc, &argv, table, 2, 0);
    gasnet_hsl_init(&inner);
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(payload, sizeof payload, round);
        gasnet_AMRequestMedium1((rank + 1) % size, REQUEST, payload, sizeof payload, round);
        unsigned before = requests;
        inside = 1;
        if (round % 2 == 0)
            gasnet_hsl_lock(&outer);
        else
            gasnet_hold_interrupts();
        // The MPI message from the left arrives after that of GASNet.
        MPI_Sendrecv(&round, 1, MPI_UNSIGNED, (rank + 1) % size, 0, &other, 1, MPI_UNSIGNED, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(requests == before);
        inside = 0;
        if (round % 2 == 0)
            gasnet_hsl_unlock(&outer);
        else
            gasnet_resume_interrupts();
        GASNET_BLOCKUNTIL(replies > round && requests > round);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(requests == ROUNDS && replies == ROUNDS);
    CHECK(counted("kept") >= ROUNDS && counted("no_transfer") == 0);
    gasnet_hsl_destroy(&inner);
    gasnet_hsl_destroy(&outer);
    MPI_Finalize();
    end();
}
