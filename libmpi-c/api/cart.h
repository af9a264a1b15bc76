// Cartesian topologies, as their functions share them.
#ifndef API_CART_H
#define API_CART_H

#include "api/topology.h"

// Checks a grid for `comm`. MPI_SUCCESS and its size, or the reported error.
int cart_check(const char *function, const struct p2p_comm *comm, int ndims, const int dims[], const int periods[], int *ranks);

// That of `rank`, with its neighbours; the rank may lie outside.
struct topology *cart_new(int ndims, const int dims[], const int periods[], int rank);

// By rows: the last coordinate goes on first.
void cart_coords(const struct topology *cart, int rank, int coords[]);

// The rank so far behind `coords` in a dimension; MPI_PROC_NULL beyond a border.
int cart_behind(const struct topology *cart, const int coords[], int dimension, int64_t distance);

#endif
