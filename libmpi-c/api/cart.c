// Cartesian topologies: making them (MPI 5.0 §8.5.1, §8.5.7).
#include "api/cart.h"

int cart_check(const char *function, const struct p2p_comm *comm, int ndims, const int dims[], const int periods[], int *ranks)
{
    if (comm_is_inter(comm))
        return comm_explain_inter(function, comm);
    if (ndims < 0)
        return api_error(comm, MPI_ERR_ARG, "%s: negative number %d of dimensions", function, ndims);
    if (ndims > 0 && (dims == NULL || periods == NULL))
        return api_explain_pointer(function, comm, dims == NULL ? "dims" : "periods");
    int64_t product = 1;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] <= 0)
            return api_error(comm, MPI_ERR_DIMS, "%s: dimension %d has the size %d", function, i, dims[i]);
        product *= dims[i];
        if (product > comm->size)
            return api_error(comm, MPI_ERR_ARG, "%s: with %d in dimension %d the grid is larger than the communicator's %d ranks",
                             function, dims[i], i, comm->size);
    }
    *ranks = product;
    return MPI_SUCCESS;
}

void cart_coords(const struct topology *cart, int rank, int coords[])
{
    for (int i = cart->dimensions - 1; i >= 0; i--) {
        coords[i] = rank % cart->dims[i];
        rank /= cart->dims[i];
    }
}

int cart_neighbor(const struct topology *cart, const int coords[], int dimension, int64_t distance)
{
    int rank = 0;
    for (int i = 0; i < cart->dimensions; i++) {
        int size = cart->dims[i];
        int64_t at = coords[i] + (i == dimension ? distance : 0);
        if (cart->periods[i])
            at = (at % size + size) % size;
        else if (at < 0 || at >= size)
            return MPI_PROC_NULL;
        rank = rank * size + at;
    }
    return rank;
}

struct topology *cart_new(int ndims, const int dims[], const int periods[], int rank)
{
    struct topology *cart = topology_new(MPI_CART, 5 * ndims);
    int *neighbors = cart->numbers + 3 * ndims;
    cart->dimensions = ndims;
    cart->dims = cart->numbers;
    cart->periods = cart->dims + ndims;
    cart->coords = cart->periods + ndims;
    for (int i = 0; i < ndims; i++) {
        cart->dims[i] = dims[i];
        cart->periods[i] = periods[i] != 0;
    }
    cart_coords(cart, rank, cart->coords);
    for (int i = 0; i < ndims; i++) {
        neighbors[2 * i] = cart_neighbor(cart, cart->coords, i, -1);
        neighbors[2 * i + 1] = cart_neighbor(cart, cart->coords, i, 1);
    }
    cart->sources = cart->destinations = 2 * ndims;
    cart->source_list = cart->destination_list = neighbors;
    return cart;
}

// `reorder` has no effect: ranks keep their order.
int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart)
{
    (void)reorder;
    api_enter("MPI_Cart_create");
    const struct p2p_comm *comm = comm_of(comm_old);
    int ranks;
    if (comm == NULL)
        return api_explain_comm("MPI_Cart_create", comm_old);
    if (comm_cart == NULL)
        return api_explain_pointer("MPI_Cart_create", comm, "comm_cart");
    int error = cart_check("MPI_Cart_create", comm, ndims, dims, periods, &ranks);
    if (error != MPI_SUCCESS) {
        *comm_cart = MPI_COMM_NULL;  // some programs test for a grid that is too large by this
        return error;
    }
    return topology_give("MPI_Cart_create", comm, ranks, cart_new(ndims, dims, periods, comm->rank), comm_cart);
}
API_WEAK(Cart_create)

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    api_enter("MPI_Cart_map");
    const struct p2p_comm *known = comm_of(comm);
    int ranks;
    if (known == NULL)
        return api_explain_comm("MPI_Cart_map", comm);
    int error = cart_check("MPI_Cart_map", known, ndims, dims, periods, &ranks);
    if (error != MPI_SUCCESS)
        return error;
    if (newrank == NULL)
        return api_explain_pointer("MPI_Cart_map", known, "newrank");
    *newrank = known->rank < ranks ? known->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
API_WEAK(Cart_map)
