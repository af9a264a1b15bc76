// What a communicator is to the layers below the API: ranks, nodes and matching contexts.
#ifndef P2P_COMM_H
#define P2P_COMM_H

#include <stdint.h>

#include "include/mpi.h"

// A communicator owns two contexts, so that collective operations never meet the user's messages (MPI 5.0 §6.12).
enum p2p_context { P2P_USER, P2P_COLLECTIVE };

struct p2p_comm {
    int rank, size;
    unsigned context;        // first of its two
    const uint16_t *nodes;   // node of each rank; NULL when rank and node are the same
    MPI_Errhandler errhandler;
    const char *name;
};

extern struct p2p_comm p2p_world, p2p_self;

static inline unsigned p2p_node(const struct p2p_comm *comm, int rank)
{
    return comm->nodes == NULL ? (unsigned)rank : comm->nodes[rank];
}

#endif
