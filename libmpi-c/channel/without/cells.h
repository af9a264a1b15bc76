// For channels without cells. These are never called, because CHAN_HAS_CELLS is 0.
#ifndef CHANNEL_WITHOUT_CELLS_H
#define CHANNEL_WITHOUT_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHAN_HAS_CELLS 0

enum { CHAN_CELL_WORDS = 1 };
typedef uint32_t chan_cell_word;

static inline chan_cell_word chan_cell_open(size_t node, unsigned exchange, unsigned cell)
{
    (void)node, (void)exchange, (void)cell;
    return 0;
}

static inline void chan_cell_store(chan_cell_word cell, unsigned word, chan_cell_word value)
{
    (void)cell, (void)word, (void)value;
}

static inline void chan_cell_close(chan_cell_word cell, unsigned exchange)
{
    (void)cell, (void)exchange;
}

static inline bool chan_cell_came(unsigned exchange, unsigned cell)
{
    (void)exchange, (void)cell;
    return true;
}

static inline chan_cell_word chan_cell_load(unsigned exchange, unsigned cell, unsigned word)
{
    (void)exchange, (void)cell, (void)word;
    return 0;
}

#endif
