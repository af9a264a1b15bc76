// Tests distributed graphs whose ranks name their own neighbours: in that order, with weights or empty lists.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm graph;
    int next = (rank + 1) % size, before = (rank + size - 1) % size, in = -1, out = -1, weighted = -1;
    int sources[] = {next, before, before}, weights[] = {3, 1, 2}, to[] = {before, next, next}, to_weights[] = {3, 1, 2};
    int got[3], got_weights[3], got_to[3], got_to_weights[3];
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, weights, 3, to, to_weights, MPI_INFO_NULL, 0, &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    CHECK(in == 3 && out == 3 && weighted);
    MPI_Dist_graph_neighbors(graph, 3, got, got_weights, 3, got_to, got_to_weights);
    CHECK(memcmp(got, sources, sizeof got) == 0 && memcmp(got_weights, weights, sizeof got) == 0);
    CHECK(memcmp(got_to, to, sizeof got) == 0 && memcmp(got_to_weights, to_weights, sizeof got) == 0);
    MPI_Comm_free(&graph);
    // Edges lead only from rank 0 to the others.
    int all[64];
    for (int i = 1; i < size; i++)
        all[i - 1] = i;
    int zero = 0, gives = rank == 0;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, gives ? 0 : 1, &zero, MPI_UNWEIGHTED, gives ? size - 1 : 0, all, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    CHECK(in == !gives && out == (gives ? size - 1 : 0) && !weighted);
    int back[64] = {-1}, from = -1;
    MPI_Dist_graph_neighbors(graph, in, &from, MPI_UNWEIGHTED, out, back, MPI_UNWEIGHTED);
    CHECK(gives ? from == -1 && memcmp(back, all, (size - 1) * sizeof *all) == 0 : from == 0);
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &graph);
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    CHECK(in == 0 && out == 0 && weighted);
    MPI_Comm_free(&graph);
    return end();
}
