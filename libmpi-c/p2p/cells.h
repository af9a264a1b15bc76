// Exchanges of a few words among all ranks without packets, if the channel has cells.
#ifndef P2P_CELLS_H
#define P2P_CELLS_H

#include <stdbool.h>

#include "channel.h"
#include "p2p/cell.h"
#include "p2p/p2p.h"

// Begins an exchange of all ranks of `comm`, one at a time. Returns its number, or 0 if impossible: only for MPI_COMM_WORLD, not
// in a fiber. Each rank puts to each cell of others at most once, and ends the exchange when it has all its words.
unsigned p2p_cells_begin(const struct p2p_comm *comm);
unsigned p2p_cells_begin_plain(const struct p2p_comm *comm);

static inline void p2p_cell_put(unsigned exchange, int rank, unsigned cell, const p2p_cell_word *words, size_t count)
{
    chan_cell_word to = chan_cell_open(rank, exchange, cell);
    for (size_t i = 0; i < count; i++)
        chan_cell_store(to, i, words[i]);
    chan_cell_close(to, exchange);
}

// Waits until others have put words into a cell of this rank, and takes them.
static inline void p2p_cell_take(unsigned exchange, unsigned cell, p2p_cell_word *words, size_t count)
{
    while (!chan_cell_came(exchange, cell))
        p2p_progress();
    for (size_t i = 0; i < count; i++)
        words[i] = chan_cell_load(exchange, cell, i);
}

#endif
