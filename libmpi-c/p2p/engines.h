// Ranks without a hart, as the layers above see them: hardware engines (Saldaña 2006 §4.5).
#ifndef P2P_ENGINES_H
#define P2P_ENGINES_H

#include "p2p/p2p.h"

#if CHAN_STREAMS

extern bool p2p_has_engines;  // of MPI_COMM_WORLD

void p2p_refuse_engines(const struct p2p_comm *comm) __attribute__((cold));

// A collective operation begins: ends the run if it cannot be done.
static inline void p2p_check_harts(const struct p2p_comm *comm)
{
    if (__builtin_expect(p2p_has_engines, 0))
        p2p_refuse_engines(comm);
}

// The ranks of MPI_COMM_WORLD that run this library.
const struct p2p_comm *p2p_harts(void);

#else

// No functions: an empty one, too, has a say in what the compiler inlines.
#define p2p_check_harts(comm)
#define p2p_harts() (&p2p_world)

#endif

#endif
