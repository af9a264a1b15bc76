// Exchanges of a few words among all ranks without packets, where the channel has cells for them.
#ifndef P2P_CELLS_H
#define P2P_CELLS_H

#include <stdbool.h>

#include "channel.h"
#include "p2p/cell.h"
#include "p2p/p2p.h"

// All ranks of `comm` begin an exchange: its number, or 0 at once if they cannot. Only for MPI_COMM_WORLD, and not in a fiber: one
// goes on at a time. In it each rank puts to each cell of others at most once, and ends it when it has got what others put for it.
unsigned p2p_cells_begin(const struct p2p_comm *comm);

static inline void p2p_cell_put(unsigned exchange, int rank, unsigned cell, const p2p_cell_word *words, size_t count)
{
    chan_cell_word to = chan_cell_open(rank, exchange, cell);
    for (size_t i = 0; i < count; i++)
        chan_cell_store(to, i, words[i]);
    chan_cell_close(to, exchange);
}

// What others have put into an own cell, when it has come.
static inline void p2p_cell_take(unsigned exchange, unsigned cell, p2p_cell_word *words, size_t count)
{
    while (!chan_cell_came(exchange, cell))
        p2p_progress();
    for (size_t i = 0; i < count; i++)
        words[i] = chan_cell_load(exchange, cell, i);
}

#endif
