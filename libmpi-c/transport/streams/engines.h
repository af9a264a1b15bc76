// Ranks without a hart for the layers above: hardware engines (Saldaña 2006 §4.5).
#ifndef TRANSPORT_ENGINES_H
#define TRANSPORT_ENGINES_H

#include "p2p/p2p.h"

extern bool stream_has_engines;  // of MPI_COMM_WORLD

void stream_refuse_engines(const struct p2p_comm *comm) __attribute__((cold));

// Called when a collective operation begins. Ends the run if the operation is not possible.
static inline void transport_check_harts(const struct p2p_comm *comm)
{
    if (__builtin_expect(stream_has_engines, 0))
        stream_refuse_engines(comm);
}

// Returns the ranks of MPI_COMM_WORLD that run this library.
const struct p2p_comm *transport_harts(void);

#endif
