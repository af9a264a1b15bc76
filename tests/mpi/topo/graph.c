// Tests graph topologies: a graph with a loop, an edge that counts twice and a node without edges.
#include "../check.h"

static const int indices[] = {3, 4, 6, 6}, edges[] = {1, 1, 0, 0, 3, 0};

static void look(MPI_Comm graph)
{
    int nodes = -1, count = -1, index[4], list[6], kind = -1;
    MPI_Topo_test(graph, &kind);
    MPI_Graphdims_get(graph, &nodes, &count);
    CHECK(kind == MPI_GRAPH && nodes == 4 && count == 6);
    MPI_Graph_get(graph, 4, 6, index, list);
    CHECK(memcmp(index, indices, sizeof index) == 0 && memcmp(list, edges, sizeof list) == 0);
    for (int node = 0; node < 4; node++) {
        int first = node > 0 ? indices[node - 1] : 0;
        MPI_Graph_neighbors_count(graph, node, &count);
        CHECK(count == indices[node] - first);
        MPI_Graph_neighbors(graph, node, count, list);
        CHECK(memcmp(list, edges + first, count * sizeof *list) == 0);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with four ranks or more
    MPI_Comm graph, copy;
    int mapped = -1;
    MPI_Request request;
    MPI_Graph_map(MPI_COMM_WORLD, 4, indices, edges, &mapped);
    CHECK(mapped == (rank < 4 ? rank : MPI_UNDEFINED));
    MPI_Graph_create(MPI_COMM_WORLD, 4, indices, edges, 0, &graph);
    CHECK((graph == MPI_COMM_NULL) == (rank >= 4));
    if (graph != MPI_COMM_NULL) {
        look(graph);
        MPI_Comm_idup(graph, &copy, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_free(&graph);
        look(copy);
        MPI_Comm_free(&copy);
    }
    MPI_Graph_create(MPI_COMM_WORLD, 0, indices, edges, 0, &graph);
    CHECK(graph == MPI_COMM_NULL);
    return end();
}
