// Wrong arguments of calls on topologies: dimensions, ranks, and communicators without the topology.
#include "rows.h"

static MPI_Comm made = MPI_COMM_NULL;
static int periods[2] = {1, 0}, number = -7, list[2] = {-7, -7};

static int dims_of(int nodes, int count, int first, int second)
{
    int dims[2] = {first, second}, error = MPI_Dims_create(nodes, count, dims);
    CHECK(dims[0] == first && dims[1] == second);
    return error;
}

static int cart_of(int count, int first, int second)
{
    return MPI_Cart_create(MPI_COMM_WORLD, count, (int[]){first, second}, periods, 0, &made);
}

static void rows_of_making(void)
{
    int index[1] = {1}, edges[1] = {0}, bad_index[1] = {-1}, bad_edge[1] = {7};
    ROW(MPI_ERR_DIMS, dims_of(6, 2, 4, 0));
    ROW(MPI_ERR_DIMS, dims_of(6, 2, -1, 0));
    ROW(MPI_ERR_ARG, MPI_Dims_create(6, 2, NULL));
    ROW(MPI_ERR_ARG, cart_of(1, size + 1, 1));
    OURS(MPI_ERR_DIMS, cart_of(1, -1, 1));
    OURS(MPI_ERR_DIMS, cart_of(2, 1, -2));
    ROW(MPI_ERR_ARG, MPI_Cart_create(MPI_COMM_WORLD, 1, NULL, periods, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Cart_create(MPI_COMM_WORLD, 1, periods, NULL, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Cart_create(MPI_COMM_WORLD, 1, periods, periods, 0, NULL));
    ROW(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, size + 1, index, edges, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, 1, NULL, edges, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, 1, index, NULL, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, 1, bad_index, edges, 0, &made));
    ROW(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_WORLD, 1, index, bad_edge, 0, &made));
    ROW(MPI_ERR_COMM, MPI_Cart_map(MPI_COMM_NULL, 1, periods, periods, &number));
    OURS(MPI_ERR_ARG, MPI_Cart_map(MPI_COMM_WORLD, 1, NULL, periods, &number));
    ROW(MPI_ERR_ARG, MPI_Cart_map(MPI_COMM_WORLD, 1, periods, periods, NULL));
    ROW(MPI_ERR_COMM, MPI_Graph_map(MPI_COMM_NULL, 1, index, edges, &number));
    ROW(MPI_ERR_ARG, MPI_Graph_map(MPI_COMM_WORLD, 1, NULL, edges, &number));
    ROW(MPI_ERR_ARG, MPI_Graph_map(MPI_COMM_WORLD, 1, index, edges, NULL));
    CHECK(made == MPI_COMM_NULL && number == -7);
}

static void rows_without_topology(MPI_Comm comm)
{
    int keep[2] = {1, 1}, zeros[2] = {0, 0};
    OURS(MPI_ERR_TOPOLOGY, MPI_Cart_get(comm, 2, list, list, list));
    ROW(MPI_ERR_TOPOLOGY, MPI_Cart_coords(comm, 0, 2, list));
    ROW(MPI_ERR_TOPOLOGY, MPI_Cart_rank(comm, zeros, &number));
    ROW(MPI_ERR_TOPOLOGY, MPI_Cart_shift(comm, 0, 1, &list[0], &list[1]));
    ROW(MPI_ERR_TOPOLOGY, MPI_Cart_sub(comm, keep, &made));
    ROW(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(comm, &number));
    ROW(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(comm, &list[0], &list[1]));
    ROW(MPI_ERR_TOPOLOGY, MPI_Graph_get(comm, 2, 2, list, list));
    ROW(MPI_ERR_TOPOLOGY, MPI_Graph_neighbors_count(comm, 0, &number));
    ROW(MPI_ERR_TOPOLOGY, MPI_Graph_neighbors(comm, 0, 2, list));
    CHECK(number == -7 && list[0] == -7 && list[1] == -7 && made == MPI_COMM_NULL);
}

static void rows_of_cart(MPI_Comm cart)
{
    int outside[2] = {0, 1};
    ROW(MPI_ERR_RANK, MPI_Cart_coords(cart, size, 2, list));
    ROW(MPI_ERR_RANK, MPI_Cart_coords(cart, -1, 2, list));
    ROW(MPI_ERR_ARG, MPI_Cart_coords(cart, 0, 2, NULL));
    ROW(MPI_ERR_ARG, MPI_Cart_rank(cart, NULL, &number));
    ROW(MPI_ERR_ARG, MPI_Cart_rank(cart, periods, NULL));
    ROW(MPI_ERR_ARG, MPI_Cart_shift(cart, 2, 1, &list[0], &list[1]));
    ROW(MPI_ERR_ARG, MPI_Cart_shift(cart, -1, 1, &list[0], &list[1]));
    ROW(MPI_ERR_ARG, MPI_Cart_shift(cart, 0, 1, NULL, &list[1]));
    ROW(MPI_ERR_ARG, MPI_Cart_shift(cart, 0, 1, &list[0], NULL));
    ROW(MPI_ERR_ARG, MPI_Cart_sub(cart, NULL, &made));
    ROW(MPI_ERR_ARG, MPI_Cartdim_get(cart, NULL));
    ROW(MPI_ERR_ARG, MPI_Topo_test(cart, NULL));
    // The second dimension is not periodic.
    ROW(MPI_ERR_ARG, MPI_Cart_rank(cart, outside, &number));
    CHECK(number == -7 && list[0] == -7 && list[1] == -7 && made == MPI_COMM_NULL);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Comm cart;
    rows_of_making();
    rows_without_topology(MPI_COMM_WORLD);
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){size, 1}, periods, 0, &cart);
    rows_of_cart(cart);
    MPI_Comm_free(&cart);
    return rows_end();
}
