// How nodes with harts learn each other's segments: each sends its own to the first node, which sends the table down a binary tree. Cost:
// one message a node to the first; the table in pieces, in as many steps as the tree has levels; and a barrier.
#include "gasnet/core.h"

enum {
    SEGMENT_FAN_OUT = 2,
    SEGMENT_WORDS = 4,  // arguments for one entry: address and size
    SEGMENT_PIECE = 3,  // entries in a message, after the number of the first and their count
};

// Entries received since the start: the first node counts one from each node, others those of the table, by number of the hart.
static unsigned segment_entries;

static gasnet_seginfo_t *segment_of(unsigned hart)
{
    return &am_state.segments[am_state.node_of_hart[hart]];
}

static void segment_put(gasnet_seginfo_t *entry, const gasnet_handlerarg_t *words)
{
    entry->addr = (void *)(uintptr_t)am_wide(words[0], words[1]);
    entry->size = (uintptr_t)am_wide(words[2], words[3]);
    segment_entries++;
}

// Sends entries of the table to this node's children in the tree.
static void segment_pass_on(unsigned first, unsigned count)
{
    _Alignas(8) gasnet_handlerarg_t arguments[2 + SEGMENT_WORDS * SEGMENT_PIECE] = {first, count};
    for (unsigned i = 0; i < count; i++) {
        const gasnet_seginfo_t *entry = segment_of(first + i);
        const gasnet_handlerarg_t words[SEGMENT_WORDS] = {AM_WIDE((uintptr_t)entry->addr), AM_WIDE(entry->size)};
        for (unsigned word = 0; word < SEGMENT_WORDS; word++)
            arguments[2 + SEGMENT_WORDS * i + word] = words[word];
    }
    for (unsigned i = 1; i <= SEGMENT_FAN_OUT; i++) {
        unsigned below = SEGMENT_FAN_OUT * am_state.hart + i;
        if (below < am_state.harts)
            am_send(am_state.node_of_hart[below], AM_TABLE, 2 + SEGMENT_WORDS * count, arguments);
    }
}

static void segment_arrives(gasnet_token_t token, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2,
                            gasnet_handlerarg_t a3)
{
    segment_put(&am_state.segments[token->source], (const gasnet_handlerarg_t[]){a0, a1, a2, a3});
}

static void segment_table_arrives(gasnet_token_t token, gasnet_handlerarg_t first, gasnet_handlerarg_t count, gasnet_handlerarg_t a0,
                                  gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
                                  gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
                                  gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11)
{
    (void)token;
    const gasnet_handlerarg_t words[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
    for (int i = 0; i < count; i++)
        segment_put(segment_of(first + i), words + SEGMENT_WORDS * i);
    segment_pass_on(first, count);
}

void segment_handlers(void)
{
    am_state.handlers[AM_SEGMENT] = segment_arrives;
    am_state.handlers[AM_TABLE] = segment_table_arrives;
}

void segment_exchange(gasnet_seginfo_t own)
{
    static unsigned expected;
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {AM_WIDE((uintptr_t)own.addr), AM_WIDE(own.size)};
    expected += am_state.harts;
    am_send(am_state.node_of_hart[0], AM_SEGMENT, SEGMENT_WORDS, arguments);
    while (segment_entries != expected)
        am_poll();
    if (am_state.hart == 0) {
        for (unsigned first = 0; first < am_state.harts; first += SEGMENT_PIECE) {
            unsigned left = am_state.harts - first;
            segment_pass_on(first, left < SEGMENT_PIECE ? left : SEGMENT_PIECE);
        }
    }
    barrier_meet();
}
