// Process topologies: the neighbours of each rank (MPI 5.0 chapter 8).
#ifndef API_TOPOLOGY_H
#define API_TOPOLOGY_H

#include "api/communicator.h"

// A topology as one rank sees it. It never changes, so duplicates of a communicator share it. All lists point into `numbers`.
struct topology {
    int references;
    int kind;  // MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH
    // This rank's neighbours, in the order of neighbourhood collectives.
    int sources, destinations;
    const int *source_list, *destination_list;
    // MPI_CART only.
    int dimensions;
    int *dims, *periods, *coords;
    // MPI_GRAPH only: the arguments of MPI_Graph_create.
    int nodes, edges;
    int *index, *edge_list;
    // MPI_DIST_GRAPH only; NULL: no weights.
    int *source_weights, *destination_weights;
    int numbers[];
};

// Gives the neighbours of this rank in the order of neighbourhood collectives (MPI 5.0 §8.6). In a Cartesian topology these are,
// for each dimension, the rank before and the rank after; MPI_PROC_NULL beyond a border. The lists belong to the topology.
// Returns MPI_SUCCESS, or MPI_ERR_TOPOLOGY, without a report, if there is no topology.
int topology_neighbors(const struct p2p_comm *comm, int *sources, const int **source_list, int *destinations,
                       const int **destination_list);

// Makes a topology with one reference and room for `numbers` numbers; all members are zero except `kind`.
struct topology *topology_new(int kind, size_t numbers);

// Adds a reference and returns `topology`, which may be NULL.
struct topology *topology_share(struct topology *topology);

// Drops a reference; the last one frees the topology, which may be NULL.
void topology_release(struct topology *topology);

// Returns the topology of a communicator if it is of this kind, else NULL.
const struct topology *topology_of(const struct p2p_comm *comm, int kind);

// Returns the topology of a communicator if it is of this kind. Otherwise, or if `comm` is invalid, reports that in the name of
// `function`, sets `*error` to the class and returns NULL.
const struct topology *topology_enter(const char *function, MPI_Comm comm, int kind, int *error);

// Makes a communicator of the first `size` ranks of `comm` with `topology`, whose reference it takes over, and sets `*handle`.
// Collective over `comm`. Other ranks get MPI_COMM_NULL, and their topology is released. Returns MPI_SUCCESS, or reports that no
// contexts are left and returns the error class.
int topology_give(const char *function, const struct p2p_comm *comm, int size, struct topology *topology, MPI_Comm *handle);

#endif
