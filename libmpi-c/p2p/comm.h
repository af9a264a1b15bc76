// Communicators as the layers below the API see them: ranks, nodes and matching contexts.
#ifndef P2P_COMM_H
#define P2P_COMM_H

#include <stddef.h>
#include <stdint.h>

#include "channel_kind.h"
#include "include/mpi.h"

// A communicator has two contexts, so that collective operations never match the user's messages (MPI 5.0 §6.12).
enum p2p_context { P2P_USER, P2P_COLLECTIVE };

// The first receive of a collective whose message was longer than its buffer.
struct p2p_failure {
    size_t arrived, bytes;  // `arrived` is 0 if there was none
    int source;
};

struct p2p_comm {
    // This rank, and the number of ranks that messages may go to; in an inter-communicator those of the other group. Before
    // MPI_Init and after MPI_Finalize there are none.
    int rank, size;
    uint64_t key[2];         // envelope of this rank's messages in either context, without the tag
    uint64_t any_key[2];     // envelope of any rank's messages, without source and tag
    const uint16_t *nodes;   // node of each rank; NULL if rank and node are the same
    MPI_Errhandler errhandler;
    const char *name;
    uint32_t magic;          // P2P_COMM_MAGIC while this is a communicator, because a handle may be any address
    struct comm_details *details;   // what the API keeps of it
    struct p2p_failure failure;
};

enum { P2P_COMM_MAGIC = 0x6d6d6f63 };

extern struct p2p_comm p2p_world, p2p_self;

// A communicator in which ranks are nodes: MPI_COMM_WORLD, except where dynamic/ replaces it. For the first messages between ranks that
// share no other communicator.
extern struct p2p_comm p2p_nodes;

// Sets the contexts: `first` (for the user's messages) and `first` + 1. The API chooses the numbers.
void p2p_set_context(struct p2p_comm *comm, unsigned first);
enum { P2P_CONTEXTS_A_COMM = 2, P2P_WORLD_CONTEXT = 0, P2P_SELF_CONTEXT = 2 };

static inline size_t p2p_node(const struct p2p_comm *comm, int rank)
{
    return __builtin_expect(comm->nodes == NULL, 1) ? (size_t)rank : comm->nodes[rank];
}

#endif
