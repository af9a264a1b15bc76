// MPI_Cart_sub: lower-dimensional grids within a grid (MPI 5.0 §8.5.6).
#include "api/cart.h"
#include "api/split.h"

// The new grid of one rank. Its coordinates in the dropped dimensions give `color`, the new grid that it belongs to. Its
// coordinates in the remaining dimensions give `key`, its place there.
struct cart_sub {
    int dimensions, color, key;
    int *dims, *periods;
};

static void cart_divide(const struct topology *cart, const int remain_dims[], struct cart_sub *sub)
{
    for (int i = 0; i < cart->dimensions; i++) {
        int *number = remain_dims[i] ? &sub->key : &sub->color;
        *number = *number * cart->dims[i] + cart->coords[i];
        if (!remain_dims[i])
            continue;
        sub->dims[sub->dimensions] = cart->dims[i];
        sub->periods[sub->dimensions++] = cart->periods[i];
    }
}

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    api_enter("MPI_Cart_sub");
    int error;
    const struct topology *cart = topology_enter("MPI_Cart_sub", comm, MPI_CART, &error);
    if (cart == NULL)
        return error;
    const struct p2p_comm *known = comm_of(comm);
    if (newcomm == NULL || (remain_dims == NULL && cart->dimensions > 0))
        return api_explain_pointer("MPI_Cart_sub", known, newcomm == NULL ? "newcomm" : "remain_dims");
    struct cart_sub sub = {0};
    sub.dims = p2p_allocate((2 * cart->dimensions + 1) * sizeof *sub.dims, "MPI_Cart_sub: no memory for the new grid");
    sub.periods = sub.dims + cart->dimensions;
    cart_divide(cart, remain_dims, &sub);
    struct p2p_comm *created;
    bool made = comm_split(known, sub.color, sub.key, &created);
    if (made)
        created->details->topology = cart_new(sub.dimensions, sub.dims, sub.periods, created->rank);
    p2p_free(sub.dims);
    return comm_give("MPI_Cart_sub", known, made, created, newcomm);
}
API_WEAK(Cart_sub)
