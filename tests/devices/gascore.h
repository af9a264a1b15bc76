// Shared by the programs for platforms gas-c and gas: the registers of a GAScore at their address, and reading and writing words.
#ifndef GASCORE_H
#define GASCORE_H

#include "../../libmpi-c/hal/regs/fsl.h"
#include "../../libmpi-c/hal/regs/gascore.h"
#include "access.h"

enum {
    BASE = 0x03000000,
    CALLS = BASE,
    TOKENS = BASE + FSL_LINK_BYTES,
    REQUESTS = BASE + 2 * FSL_LINK_BYTES,
    COMPLETIONS = BASE + 3 * FSL_LINK_BYTES,
    QUEUE_WORDS = 4096,
};

static inline uint32_t words_in(uint32_t link)
{
    return (load(link + FSL_REG_STATUS) & FSL_STATUS_FILL_MASK) >> FSL_STATUS_FILL_SHIFT;
}

// Words of handler calls that were read from the link but not yet handled.
static uint32_t queue[QUEUE_WORDS];
static uint32_t queue_put, queue_taken;
static uint32_t completed, dropped;

// Reads all words that have arrived. A hart that waits for a free place must not let packets wait at its own GAScore.
static inline void drain(void)
{
    for (uint32_t words = words_in(CALLS); words > 0; words--) {
        CHECK(queue_put - queue_taken < QUEUE_WORDS);
        queue[queue_put++ % QUEUE_WORDS] = load(CALLS + FSL_REG_GET);
    }
    for (uint32_t words = words_in(COMPLETIONS); words > 0; words--) {
        uint32_t accepted = load(COMPLETIONS + FSL_REG_GET);
        completed++;
        dropped += accepted == 0;
    }
}

static inline void put(uint32_t link, uint32_t word)
{
    store(link + FSL_REG_NPUT, word);
    while (load(link + FSL_REG_FLAGS) & FSL_FLAGS_CARRY) {
        drain();
        store(link + FSL_REG_NPUT, word);
    }
}

// The next word of a handler call.
static inline uint32_t next_word(void)
{
    while (queue_taken == queue_put)
        drain();
    return queue[queue_taken++ % QUEUE_WORDS];
}

// Waits until one more request has been accepted, or dropped.
static inline void await_completion(uint32_t before)
{
    while (completed == before)
        drain();
}

#endif
