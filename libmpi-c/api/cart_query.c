// Cartesian topologies: ranks, coordinates, shifts (MPI 5.0 §8.5.5, §8.5.6).
#include <string.h>

#include "api/cart.h"

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    api_enter("MPI_Cartdim_get");
    int error;
    const struct topology *cart = topology_enter("MPI_Cartdim_get", comm, MPI_CART, &error);
    if (cart == NULL)
        return error;
    if (ndims == NULL)
        return api_explain_pointer("MPI_Cartdim_get", comm_of(comm), "ndims");
    *ndims = cart->dimensions;
    return MPI_SUCCESS;
}
API_WEAK(Cartdim_get)

// Copies as many of the numbers as there is room for.
int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
    api_enter("MPI_Cart_get");
    int error;
    const struct topology *cart = topology_enter("MPI_Cart_get", comm, MPI_CART, &error);
    if (cart == NULL)
        return error;
    if (maxdims < 0)
        return api_error(comm_of(comm), MPI_ERR_ARG, "MPI_Cart_get: room for %d dimensions", maxdims);
    int count = maxdims < cart->dimensions ? maxdims : cart->dimensions;
    if (count == 0)
        return MPI_SUCCESS;
    if (dims == NULL || periods == NULL || coords == NULL)
        return api_explain_pointer("MPI_Cart_get", comm_of(comm), dims == NULL ? "dims" : periods == NULL ? "periods" : "coords");
    size_t bytes = count * sizeof(int);
    memcpy(dims, cart->dims, bytes);
    memcpy(periods, cart->periods, bytes);
    memcpy(coords, cart->coords, bytes);
    return MPI_SUCCESS;
}
API_WEAK(Cart_get)

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    api_enter("MPI_Cart_rank");
    int error;
    const struct topology *cart = topology_enter("MPI_Cart_rank", comm, MPI_CART, &error);
    if (cart == NULL)
        return error;
    if (rank == NULL || (coords == NULL && cart->dimensions > 0))
        return api_explain_pointer("MPI_Cart_rank", comm_of(comm), rank == NULL ? "rank" : "coords");
    for (int i = 0; i < cart->dimensions; i++) {
        if (!cart->periods[i] && (unsigned)coords[i] >= (unsigned)cart->dims[i])
            return api_error(comm_of(comm), MPI_ERR_ARG, "MPI_Cart_rank: coordinate %d is %d, outside 0 to %d", i, coords[i],
                             cart->dims[i] - 1);
    }
    *rank = cart_neighbor(cart, coords, 0, 0);
    return MPI_SUCCESS;
}
API_WEAK(Cart_rank)

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    api_enter("MPI_Cart_coords");
    int error;
    const struct topology *cart = topology_enter("MPI_Cart_coords", comm, MPI_CART, &error);
    if (cart == NULL)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if ((unsigned)rank >= (unsigned)known->size)
        return api_error(known, MPI_ERR_RANK, "MPI_Cart_coords: invalid rank %d (the grid has %d)", rank, known->size);
    if (maxdims < cart->dimensions)
        return api_error(known, MPI_ERR_ARG, "MPI_Cart_coords: room for %d dimensions, the grid has %d", maxdims, cart->dimensions);
    if (coords == NULL && cart->dimensions > 0)
        return api_explain_pointer("MPI_Cart_coords", known, "coords");
    cart_coords(cart, rank, coords);
    return MPI_SUCCESS;
}
API_WEAK(Cart_coords)

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    api_enter("MPI_Cart_shift");
    int error;
    const struct topology *cart = topology_enter("MPI_Cart_shift", comm, MPI_CART, &error);
    if (cart == NULL)
        return error;
    if ((unsigned)direction >= (unsigned)cart->dimensions)
        return api_error(comm_of(comm), MPI_ERR_ARG, "MPI_Cart_shift: invalid direction %d (the grid has %d dimensions)",
                         direction, cart->dimensions);
    if (rank_source == NULL || rank_dest == NULL)
        return api_explain_pointer("MPI_Cart_shift", comm_of(comm), rank_source == NULL ? "rank_source" : "rank_dest");
    *rank_source = cart_neighbor(cart, cart->coords, direction, -(int64_t)disp);
    *rank_dest = cart_neighbor(cart, cart->coords, direction, disp);
    return MPI_SUCCESS;
}
API_WEAK(Cart_shift)
