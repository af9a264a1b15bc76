// Cartesian topologies, as their functions share them.
#ifndef API_CART_H
#define API_CART_H

#include "api/topology.h"

// Checks a grid for `comm`. MPI_SUCCESS and its size, or the reported error.
int api_check_grid(const char *function, const struct p2p_comm *comm, int ndims, const int dims[], const int periods[],
                   int *ranks);

// That of `rank`, with its neighbours; the rank may lie outside.
struct api_topology *api_cart_new(int ndims, const int dims[], const int periods[], int rank);

// By rows: the last coordinate goes on first.
void api_cart_coords(const struct api_topology *cart, int rank, int coords[]);

// The rank so far behind `coords` in a dimension; MPI_PROC_NULL beyond a border.
int api_cart_behind(const struct api_topology *cart, const int coords[], int dimension, int64_t distance);

#endif
