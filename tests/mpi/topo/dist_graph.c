// Tests distributed graphs: edges given by ranks that are not at their ends, weights, edges that count twice, ranks without edges.
#include "../check.h"

static int has(int count, const int *list, const int *weights, int rank_of, int weight)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += list[i] == rank_of && weights[i] == weight;
    return found;
}

// A ring with a loop at each rank. Each rank gives the edges of the next rank.
static void ring(int weighted)
{
    MPI_Comm graph, copy;
    int source = (rank + 1) % size, degree = 2, destinations[] = {(rank + 2) % size, source}, weights[] = {10 + source, 50};
    int in = -1, out = -1, flag = -1, sources[2], to[2], in_weights[2] = {0}, out_weights[2] = {0}, kind;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, destinations, weighted ? weights : MPI_UNWEIGHTED, MPI_INFO_NULL,
                          0, &graph);
    MPI_Comm_dup(graph, &copy);
    MPI_Comm_free(&graph);
    MPI_Topo_test(copy, &kind);
    CHECK(kind == MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(copy, &in, &out, &flag);
    CHECK(in == 2 && out == 2 && !flag == !weighted);
    MPI_Dist_graph_neighbors(copy, 2, sources, weighted ? in_weights : MPI_UNWEIGHTED, 2, to,
                             weighted ? out_weights : MPI_UNWEIGHTED);
    int before = (rank + size - 1) % size, w = weighted ? 1 : 0, again = size == 1;
    CHECK(has(2, sources, in_weights, before, w * (10 + before)) == 1 + (again && !weighted));
    CHECK(has(2, sources, in_weights, rank, w * 50) == 1 + (again && !weighted));
    CHECK(has(2, to, out_weights, (rank + 1) % size, w * (10 + rank)) == 1 + (again && !weighted));
    CHECK(has(2, to, out_weights, rank, w * 50) == 1 + (again && !weighted));
    MPI_Comm_free(&copy);
}

// The last rank gives all edges: two from every rank to rank 0.
static void star(void)
{
    MPI_Comm graph;
    int sources[64], degrees[64], destinations[128] = {0}, in, out, flag, list[128], to[2];
    for (int i = 0; i < size; i++) {
        sources[i] = i;
        degrees[i] = 2;
    }
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == size - 1 ? size : 0, sources, degrees, destinations, MPI_UNWEIGHTED,
                          MPI_INFO_NULL, 1, &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &flag);
    CHECK(in == (rank == 0 ? 2 * size : 0) && out == 2 && !flag);
    MPI_Dist_graph_neighbors(graph, in, list, MPI_UNWEIGHTED, out, to, MPI_UNWEIGHTED);
    CHECK(to[0] == 0 && to[1] == 0);
    int sum = 0;
    for (int i = 0; i < in; i++)
        sum += list[i];
    CHECK(sum == (rank == 0 ? size * (size - 1) : 0));
    MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    ring(0);
    ring(1);
    star();
    return end();
}
