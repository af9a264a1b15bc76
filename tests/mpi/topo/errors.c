// Wrong arguments of functions on topologies.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with two ranks or more
    MPI_Comm grid, graph, none = MPI_COMM_NULL;
    int dims[] = {size}, large[] = {size + 1}, periods[] = {0}, value = -7, other = -7, coords[2];
    int indices[64], edges[] = {1, 0}, falling[64], far[] = {1, 99};
    for (int i = 0; i < size; i++) {
        indices[i] = i == 0 ? 1 : 2;
        falling[i] = i == 0 ? 2 : 1;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Cart_create(MPI_COMM_WORLD, 1, large, periods, 0, &none)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Cart_create(MPI_COMM_WORLD, -1, dims, periods, 0, &none)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Cart_create(MPI_COMM_NULL, 1, dims, periods, 0, &none)) == MPI_ERR_COMM);
    CHECK(MPI_Cart_map(MPI_COMM_WORLD, 1, large, periods, &value) != MPI_SUCCESS);
    CHECK(class_of(MPI_Cartdim_get(MPI_COMM_WORLD, &value)) == MPI_ERR_TOPOLOGY && value == -7);
    CHECK(class_of(MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &value, &other)) == MPI_ERR_TOPOLOGY);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    CHECK(class_of(MPI_Cart_coords(grid, size, 1, coords)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Cart_coords(grid, 0, 0, coords)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Cart_rank(grid, large, &value)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Cart_shift(grid, 1, 1, &value, &other)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Cart_shift(grid, -1, 1, &value, &other)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Graphdims_get(grid, &value, &other)) == MPI_ERR_TOPOLOGY && value == -7 && other == -7);
    MPI_Comm_free(&grid);
    CHECK(MPI_Graph_create(MPI_COMM_WORLD, size + 1, indices, edges, 0, &none) != MPI_SUCCESS);
    CHECK(MPI_Graph_create(MPI_COMM_WORLD, size, falling, edges, 0, &none) != MPI_SUCCESS);
    CHECK(MPI_Graph_create(MPI_COMM_WORLD, size, indices, far, 0, &none) != MPI_SUCCESS);
    CHECK(none == MPI_COMM_NULL);
    MPI_Graph_create(MPI_COMM_WORLD, size, indices, edges, 0, &graph);
    CHECK(class_of(MPI_Graph_neighbors_count(graph, size, &value)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Dist_graph_neighbors_count(graph, &value, &other, coords)) == MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&graph);
    return end();
}
