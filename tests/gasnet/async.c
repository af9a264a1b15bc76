// Tests gasnet_AMRequestLongAsync: the source stays unchanged until the reply. Many are under way to all nodes, with all sizes and alignments.
// Where hardware carries the payload (environment variable HARDWARE), the call takes less than half the time of gasnet_AMRequestLong.
#include "check.h"

#include <gasnet_tools.h>

enum { ARRIVED = 128, CONFIRMED, SLOTS = 12, SLOT_BYTES = 16384, OFFSET_MAX = 8, ROUNDS = 3 };

static const size_t lengths[SLOTS] = {0, 1, 3, 40, 200, 240, 241, 500, 1000, 4096, 9999, SLOT_BYTES - OFFSET_MAX};
static unsigned char source[SLOTS][SLOT_BYTES];
static volatile unsigned confirmed;

static unsigned seed(unsigned from, unsigned slot, unsigned round)
{
    return from * 57 + slot * 7 + round;
}

static void on_arrival(gasnet_token_t token, void *payload, size_t bytes, gasnet_handlerarg_t slot, gasnet_handlerarg_t round)
{
    gasnet_node_t from;
    gasnet_AMGetMsgSource(token, &from);
    CHECK(bytes == lengths[slot] && filled(payload, bytes, seed(from, slot, round)));
    gasnet_AMReplyShort1(token, CONFIRMED, slot);
}

static void on_confirmation(gasnet_token_t token, gasnet_handlerarg_t slot)
{
    (void)token;
    memset(source[slot], 0, SLOT_BYTES);
    confirmed++;
}

static gasnet_handlerentry_t table[] = {{ARRIVED, on_arrival}, {CONFIRMED, on_confirmation}};

static void all_to(unsigned node, unsigned round)
{
    confirmed = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        unsigned char *from = source[slot] + (slot + round) % OFFSET_MAX;
        fill(from, lengths[slot], seed(rank, slot, round));
        void *to = at(node, (rank * SLOTS + slot) * SLOT_BYTES + (slot / 2 + round) % OFFSET_MAX);
        CHECK(gasnet_AMRequestLongAsync2(node, ARRIVED, from, lengths[slot], to, slot, round) == GASNET_OK);
    }
    GASNET_BLOCKUNTIL(confirmed == SLOTS);
}

// Ticks of one call with the largest length.
static gasnett_tick_t time_of(unsigned node, int is_async)
{
    unsigned slot = SLOTS - 1;
    void *to = at(node, (rank * SLOTS + slot) * SLOT_BYTES);
    confirmed = 0;
    fill(source[slot], lengths[slot], seed(rank, slot, 0));
    barrier();
    gasnett_tick_t before = gasnett_ticks_now();
    if (is_async)
        gasnet_AMRequestLongAsync2(node, ARRIVED, source[slot], lengths[slot], to, slot, 0);
    else
        gasnet_AMRequestLong2(node, ARRIVED, source[slot], lengths[slot], to, slot, 0);
    gasnett_tick_t after = gasnett_ticks_now();
    GASNET_BLOCKUNTIL(confirmed == 1);
    return after - before;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, table, 2, 65536 * 24);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned node = 0; node < size; node++)
            all_to((rank + node) % size, round);
    }
    time_of((rank + 1) % size, 1);
    gasnett_tick_t waiting = time_of((rank + 1) % size, 0), async = time_of((rank + 1) % size, 1);
    CHECK(gasnet_getenv("HARDWARE") == NULL || 2 * async < waiting);
    end();
}
