// Declarations that the functions of distributed graph topologies share.
#ifndef API_DIST_GRAPH_H
#define API_DIST_GRAPH_H

#include "api/topology.h"

// Makes a topology with one reference and room for this many neighbours. The caller fills in the lists, and the weights
// if `weighted`.
struct topology *dist_graph_new(int sources, int destinations, bool weighted);

// Is `weights` a list of weights, and not MPI_UNWEIGHTED?
bool dist_graph_is_weighted(const int *weights);

// Checks the ranks and weights of a list of neighbours; `name` is the argument's name for reports. Returns MPI_SUCCESS, or
// reports the first wrong entry and returns its error class.
int dist_graph_check_ends(const char *function, const struct p2p_comm *comm, const char *name, int count, const int *ends,
                          const int *weights);

#endif
