// Tests neighbour collectives on graphs: distributed graphs with edges from a rank to itself and in one direction only, and graphs of MPI-1.
#include "../check.h"

enum { WIDTH = 3 };

// Edges lead to the ranks one and two after this one and to itself, so edges come from the ranks before.
static void distributed(void)
{
    int after = (rank + 1) % size, second = (rank + 2) % size;
    int before = (rank + size - 1) % size, third = (rank + 2 * size - 2) % size;
    int sources[] = {before, rank, third}, destinations[] = {after, second, rank}, weights[] = {1, 1, 1};
    MPI_Comm graph;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, weights, 3, destinations, weights, MPI_INFO_NULL, 0, &graph);
    int in[3 * WIDTH], out[3 * WIDTH], all[3], told = rank + 50;
    for (int i = 0; i < 3 * WIDTH; i++)
        out[i] = rank * 100 + i;
    MPI_Request requests[2];
    memset(in, 0xff, sizeof in);
    MPI_Ineighbor_alltoall(out, WIDTH, MPI_INT, in, WIDTH, MPI_INT, graph, &requests[0]);
    MPI_Ineighbor_allgather(&told, 1, MPI_INT, all, 1, MPI_INT, graph, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; size > 2 && i < WIDTH; i++) {
        CHECK(in[i] == before * 100 + i);
        CHECK(in[WIDTH + i] == rank * 100 + 2 * WIDTH + i);
        CHECK(in[2 * WIDTH + i] == third * 100 + WIDTH + i);
    }
    for (int k = 0; k < 3; k++)
        CHECK(all[k] == sources[k] + 50);
    MPI_Comm_free(&graph);
}

// All ranks have an edge to rank 0.
static void one_way(void)
{
    int zero = 0, *all = malloc(size * sizeof *all), *sources = malloc(size * sizeof *sources);
    int *lengths = malloc(2 * size * sizeof *lengths);
    int *at = lengths + size, *in = malloc(size * size * sizeof *in), *out = malloc(size * sizeof *out);
    for (int r = 0; r < size; r++) {
        sources[r] = size - 1 - r;
        lengths[r] = sources[r];
        at[r] = r * size;
        out[r] = rank * 10 + r;
    }
    MPI_Comm graph;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 0 ? size : 0, sources, sources, 1, &zero, &rank, MPI_INFO_NULL, 0,
                                   &graph);
    int own = rank + 7;
    MPI_Neighbor_allgather(&own, 1, MPI_INT, all, 1, MPI_INT, graph);
    for (int r = 0; rank == 0 && r < size; r++)
        CHECK(all[r] == sources[r] + 7);
    int none = 0, count = rank;
    MPI_Neighbor_alltoallv(out, &count, &none, MPI_INT, in, lengths, at, MPI_INT, graph);
    for (int r = 0; rank == 0 && r < size; r++)
        for (int i = 0; i < lengths[r]; i++)
            CHECK(in[at[r] + i] == sources[r] * 10 + i);
    MPI_Comm_free(&graph);
    free(all);
    free(sources);
    free(lengths);
    free(in);
    free(out);
}

// A ring as a graph of MPI-1.
static void ring(void)
{
    int *index = malloc(size * sizeof *index), *edges = malloc(2 * size * sizeof *edges);
    for (int r = 0; r < size; r++) {
        index[r] = 2 * (r + 1);
        edges[2 * r] = (r + size - 1) % size;
        edges[2 * r + 1] = (r + 1) % size;
    }
    MPI_Comm graph;
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph);
    int out[2] = {rank * 2, rank * 2 + 1}, in[2] = {-1, -1}, all[2];
    MPI_Request request;
    MPI_Neighbor_alltoall_init(out, 1, MPI_INT, in, 1, MPI_INT, graph, MPI_INFO_NULL, &request);
    for (int round = 0; round < 3; round++) {
        out[0] = rank * 2 + round * 100;
        out[1] = out[0] + 1;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (size > 2)
            CHECK(in[0] == edges[2 * rank] * 2 + 1 + round * 100 && in[1] == edges[2 * rank + 1] * 2 + round * 100);
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, graph);
        CHECK(all[0] == edges[2 * rank] && all[1] == edges[2 * rank + 1]);
    }
    MPI_Request_free(&request);
    MPI_Comm_free(&graph);
    free(index);
    free(edges);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    distributed();
    one_way();
    ring();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int a = 0, b = 0;
    CHECK(class_of(MPI_Neighbor_allgather(&a, 1, MPI_INT, &b, 1, MPI_INT, MPI_COMM_WORLD)) == MPI_ERR_TOPOLOGY);
    return end();
}
