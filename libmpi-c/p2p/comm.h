// What a communicator is to the layers below the API: ranks, nodes and matching contexts.
#ifndef P2P_COMM_H
#define P2P_COMM_H

#include <stddef.h>
#include <stdint.h>

#include "include/mpi.h"

// A communicator owns two contexts, so that collective operations never meet the user's messages (MPI 5.0 §6.12).
enum p2p_context { P2P_USER, P2P_COLLECTIVE };

struct p2p_comm {
    int rank, size;          // before MPI_Init and after MPI_Finalize the size is 0: no rank is valid
    uint64_t key[2];         // envelope of its own messages in either context, but for the tag
    uint64_t any_key[2];     // of anybody's: but for source and tag
    const uint16_t *nodes;   // node of each rank; NULL when rank and node are the same
    MPI_Errhandler errhandler;
    const char *name;
};

extern struct p2p_comm p2p_world, p2p_self;

static inline size_t p2p_node(const struct p2p_comm *comm, int rank)
{
    return __builtin_expect(comm->nodes == NULL, 1) ? (size_t)rank : comm->nodes[rank];
}

#endif
