// Declarations that the functions of Cartesian topologies share.
#ifndef API_CART_H
#define API_CART_H

#include "api/topology.h"

// Checks the arguments for a grid of ranks of `comm`. Returns MPI_SUCCESS and sets `*ranks` to the number of ranks in the grid,
// or reports the wrong argument and returns its error class.
int cart_check(const char *function, const struct p2p_comm *comm, int ndims, const int dims[], const int periods[], int *ranks);

// Makes the topology as `rank` sees it, with the rank's coordinates and neighbours, and one reference. `rank` may be a rank that
// is not in the grid.
struct topology *cart_new(int ndims, const int dims[], const int periods[], int rank);

// Sets the coordinates of `rank`. Ranks are numbered by rows: the last coordinate changes fastest.
void cart_coords(const struct topology *cart, int rank, int coords[]);

// Returns the rank `distance` places after `coords` in a dimension, or before if `distance` is negative. MPI_PROC_NULL if that is
// beyond a border of a dimension that is not periodic.
int cart_neighbor(const struct topology *cart, const int coords[], int dimension, int64_t distance);

#endif
