// Distributed graphs, as the functions that make them share them.
#ifndef API_DIST_GRAPH_H
#define API_DIST_GRAPH_H

#include "api/topology.h"

// Lists and weights are to be filled in.
struct topology *dist_graph_new(int sources, int destinations, bool weighted);

bool dist_graph_is_weighted(const int *weights);

// Checks ranks and weights of a list called `name`.
int dist_graph_check_ends(const char *function, const struct p2p_comm *comm, const char *name, int count, const int *ends,
                          const int *weights);

#endif
