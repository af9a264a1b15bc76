// Platform gas: node 16 loads ping.pams into node 0 and pong.pams into node 5.
// It prints the time that node 0 reports: the round trip of a short message.
// Node 0 sends when its timer reaches START; that takes effect one cycle later.
#include "gascore.h"
#include "ping.inc"
#include "pong.inc"

// Sends a medium message with handler 64. Its payload is the program.
static void load_program(uint32_t node, const uint32_t *words, uint32_t count)
{
    put(REQUESTS, GASCORE_TYPE_MEDIUM | GASCORE_TYPE_FIFO | 64);
    put(REQUESTS, node);
    put(REQUESTS, 4 * count);
    for (uint32_t index = 0; index < count; index++)
        put(REQUESTS, words[index]);
}

int main(void)
{
    CHECK(load(BASE + GASCORE_REG_NODE) == 16);
    load_program(5, pams_pong, sizeof pams_pong / sizeof *pams_pong);
    load_program(0, pams_ping, sizeof pams_ping / sizeof *pams_ping);
    CHECK(next_word() == (GASCORE_TYPE_SHORT | 1 << GASCORE_TYPE_ARGUMENTS_SHIFT | 140));
    put(TOKENS, next_word());
    printf("%lu cycles\n", (unsigned long)(next_word() - START - 1));
    return 0;
}
