// Process topologies: who is whose neighbour (MPI 5.0 chapter 8).
#ifndef API_TOPOLOGY_H
#define API_TOPOLOGY_H

#include "api/communicator.h"

// Never changed once it is made, so that duplicates of a communicator share it. All lists lie behind it in one piece.
struct topology {
    int references;
    int kind;  // MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH
    // The own neighbours, in the order of neighbourhood collectives.
    int sources, destinations;
    const int *source_list, *destination_list;
    // Of MPI_CART.
    int dimensions;
    int *dims, *periods, *coords;
    // Of MPI_GRAPH, as MPI_Graph_create has got them.
    int nodes, edges;
    int *index, *edge_list;
    // Of MPI_DIST_GRAPH; NULL when it has no weights.
    int *source_weights, *destination_weights;
    int numbers[];
};

// The neighbours of this rank, in the order that neighbourhood collectives use (MPI 5.0 §8.6): of a Cartesian topology the rank
// before and the rank behind in each dimension, MPI_PROC_NULL beyond its borders. Not reported: MPI_ERR_TOPOLOGY when there is
// no topology.
int topology_neighbors(const struct p2p_comm *comm, int *sources, const int **source_list, int *destinations,
                       const int **destination_list);

// With so many numbers behind it, and one reference.
struct topology *topology_new(int kind, size_t numbers);

// Another reference; NULL for NULL.
struct topology *topology_share(struct topology *topology);
void topology_release(struct topology *topology);

// That of a communicator, if it is of this kind; else NULL.
const struct topology *topology_of(const struct p2p_comm *comm, int kind);

// Checks comm and kind for a function: gives the topology or NULL and the reported error.
const struct topology *topology_enter(const char *function, MPI_Comm comm, int kind, int *error);

// Collective over `comm`: the communicator of its first `size` ranks gets `topology`; the others get MPI_COMM_NULL, and their
// topology is released.
int topology_give(const char *function, const struct p2p_comm *comm, int size, struct topology *topology, MPI_Comm *handle);

#endif
