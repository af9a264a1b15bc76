// Processes that begin during the run (MPI 5.0 chapter 11): what the files of dynamic/ share.
//
// The launcher sets nodes aside. Their programs begin with the run, but wait before main for a start message. So all nodes take part in
// the start of the channel, and MPI_COMM_WORLD is a part of them. Programs that use no function of this directory are linked without it.
#ifndef DYNAMIC_H
#define DYNAMIC_H

#include "api/communicator.h"

// Tag of the start message on the wire. A port has its number, at least 1.
enum { DYNAMIC_TAG_START = 0 };

// Carries messages between any two nodes, whose ranks are their numbers, in the context P2P_USER. Its context is that of numbered
// agreements on MPI_COMM_SELF, which send no message.
extern struct p2p_comm dynamic_wire;

// Returns a copy of `comm` whose context P2P_USER is that of numbered agreements on it.
struct p2p_comm dynamic_numbered(const struct p2p_comm *comm);

// The program and its arguments, as the spawning root sends them to each new process. Behind it are the node of each new process, as
// uint16_t, and the arguments, each with its zero byte.
struct dynamic_start {
    int parent;      // node of the root
    int rank, size;  // in the new MPI_COMM_WORLD
    int appnum;
    int arguments;
};

// The inter-communicator to the parent, or MPI_COMM_NULL.
extern MPI_Comm dynamic_parent;

// Makes an inter-communicator of `comm`, whose rank `root` calls for it, and the processes whose root is at `node`. `tag` is the same
// at both sides, and no other call between the two nodes uses it meanwhile. `node` has a meaning at the root only. Collective. The
// processes stay connected until both sides have freed the inter-communicator, or called MPI_Finalize, which waits for that.
int dynamic_connect(const struct p2p_comm *comm, int root, int node, int tag, MPI_Comm *intercomm);

// Checks the arguments that spawning, accepting and connecting share. Returns the communicator; or reports the first wrong argument,
// sets `*error` to its class and returns NULL.
const struct p2p_comm *dynamic_enter(const char *function, MPI_Comm comm, int root, const MPI_Comm *intercomm, int *error);

#endif
