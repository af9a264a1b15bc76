// Single operations from node 0 to node 1, whose cost `--phases` shows: puts and gets of 8
// bytes, a put of a value with a wait for its completion, and Short requests with replies.
#include "check.h"

enum { ROUNDS = 200, PING = 128, PONG };

static unsigned pongs, pings;

static void ping(gasnet_token_t token)
{
    pings++;
    gasnet_AMReplyShort0(token, PONG);
}

static void pong(gasnet_token_t token)
{
    (void)token;
    pongs++;
}

static gasnet_handlerentry_t table[] = {{PING, ping}, {PONG, pong}};

int main(int argc, char **argv)
{
    uint64_t word = 0x1122334455667788, back = 0;
    begin(&argc, &argv, table, 2, GASNET_PAGESIZE);
    if (rank == 0) {
        for (unsigned i = 0; i < ROUNDS; i++)
            gasnet_put(1 % size, at(1 % size, 8), &word, sizeof word);
        for (unsigned i = 0; i < ROUNDS; i++)
            gasnet_get(&back, 1 % size, at(1 % size, 8), sizeof back);
        for (unsigned i = 0; i < ROUNDS; i++)
            gasnet_wait_syncnb(gasnet_put_nb_val(1 % size, at(1 % size, 16), i, 4));
        for (unsigned i = 0; i < ROUNDS; i++) {
            gasnet_AMRequestShort0(1 % size, PING);
            GASNET_BLOCKUNTIL(pongs == i + 1);
        }
        CHECK(back == word && pongs == ROUNDS);
    } else if (rank == 1) {
        GASNET_BLOCKUNTIL(pings == ROUNDS);
    }
    end();
}
