// All nodes flood all others at once with messages of all categories and answer each
// message. All messages drain, none is lost or changed, and handlers run one at a time.
#include "check.h"

enum { ROUNDS = 60, SHORT = 128, MEDIUM, LONG, SHORT_DONE, MEDIUM_DONE, LONG_DONE, BYTES = 700, MEDIUM_BYTES = 500, LONG_EVERY = 6 };

static unsigned requests, replies, running;

static void enter(void)
{
    CHECK(running == 0);
    running = 1;
}

static void take_short(gasnet_token_t token, gasnet_handlerarg_t round)
{
    enter();
    requests++;
    gasnet_AMReplyShort1(token, SHORT_DONE, round);
    running = 0;
}

static void take_medium(gasnet_token_t token, void *buffer, size_t bytes, gasnet_handlerarg_t round)
{
    enter();
    CHECK(bytes == MEDIUM_BYTES && filled(buffer, bytes, round));
    requests++;
    gasnet_AMReplyMedium1(token, MEDIUM_DONE, buffer, bytes, round);
    running = 0;
}

// A node has one place for the Long messages of each other node. The sender waits for the replies between two of them.
static void take_long(gasnet_token_t token, void *buffer, size_t bytes, gasnet_handlerarg_t round)
{
    gasnet_node_t source;
    enter();
    gasnet_AMGetMsgSource(token, &source);
    CHECK(buffer == at(rank, BYTES * source) && bytes == BYTES && filled(buffer, bytes, round));
    requests++;
    gasnet_AMReplyLong1(token, LONG_DONE, buffer, bytes, at(source, BYTES * (size + rank)), round);
    running = 0;
}

static void short_done(gasnet_token_t token, gasnet_handlerarg_t round)
{
    (void)token, (void)round;
    enter();
    replies++;
    running = 0;
}

static void payload_done(gasnet_token_t token, void *buffer, size_t bytes, gasnet_handlerarg_t round)
{
    (void)token;
    enter();
    CHECK((bytes == BYTES || bytes == MEDIUM_BYTES) && filled(buffer, bytes, round));
    replies++;
    running = 0;
}

static gasnet_handlerentry_t table[] = {{SHORT, take_short},      {MEDIUM, take_medium},        {LONG, take_long},
                                        {SHORT_DONE, short_done}, {MEDIUM_DONE, payload_done}, {LONG_DONE, payload_done}};

static unsigned messages(unsigned rounds)
{
    return size * (2 * rounds + rounds / LONG_EVERY);
}

int main(int argc, char **argv)
{
    static unsigned char payload[BYTES];
    begin(&argc, &argv, table, 6, 64 * GASNET_PAGESIZE);
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(payload, BYTES, round);
        for (unsigned i = 1; i <= size; i++) {
            unsigned node = (rank + i) % size;
            gasnet_AMRequestShort1(node, SHORT, round);
            gasnet_AMRequestMedium1(node, MEDIUM, payload, MEDIUM_BYTES, round);
            if (round % LONG_EVERY == 0)
                gasnet_AMRequestLong1(node, LONG, payload, BYTES, at(node, BYTES * rank), round);
        }
        if (round % LONG_EVERY == LONG_EVERY - 1)
            GASNET_BLOCKUNTIL(replies == messages(round + 1));
    }
    GASNET_BLOCKUNTIL(replies == messages(ROUNDS) && requests == messages(ROUNDS));
    end();
}
