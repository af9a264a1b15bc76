// Graph topologies, which every rank knows as a whole (MPI 5.0 §8.5.3, §8.5.5).
#include <string.h>

#include "api/topology.h"

static int graph_check(const char *function, const struct p2p_comm *comm, int nnodes, const int index[], const int edges[])
{
    if (comm_is_inter(comm))
        return comm_explain_inter(function, comm);
    if (nnodes < 0 || nnodes > comm->size)
        return api_error(comm, MPI_ERR_ARG, "%s: a graph of %d nodes (the communicator has %d ranks)", function, nnodes,
                         comm->size);
    if (nnodes > 0 && index == NULL)
        return api_explain_pointer(function, comm, "index");
    for (int node = 0; node < nnodes; node++) {
        int before = node > 0 ? index[node - 1] : 0;
        if (index[node] < before)
            return api_error(comm, MPI_ERR_ARG, "%s: index[%d] is %d, less than %d before it", function, node, index[node], before);
    }
    int count = nnodes > 0 ? index[nnodes - 1] : 0;
    if (count > 0 && edges == NULL)
        return api_explain_pointer(function, comm, "edges");
    for (int i = 0; i < count; i++) {
        if ((unsigned)edges[i] >= (unsigned)nnodes)
            return api_error(comm, MPI_ERR_ARG, "%s: edge %d goes to %d, outside 0 to %d", function, i, edges[i], nnodes - 1);
    }
    return MPI_SUCCESS;
}

// The neighbours of a rank in the edge list.
static const int *graph_row(const struct topology *graph, int rank, int *count)
{
    int first = rank > 0 ? graph->index[rank - 1] : 0;
    *count = graph->index[rank] - first;
    return graph->edge_list + first;
}

static struct topology *graph_new(int nnodes, const int index[], const int edges[], int rank)
{
    int count = nnodes > 0 ? index[nnodes - 1] : 0;
    struct topology *graph = topology_new(MPI_GRAPH, nnodes + count);
    graph->nodes = nnodes;
    graph->edges = count;
    graph->index = graph->numbers;
    graph->edge_list = graph->numbers + nnodes;
    if (nnodes > 0)
        memcpy(graph->index, index, nnodes * sizeof(int));
    if (count > 0)
        memcpy(graph->edge_list, edges, count * sizeof(int));
    if (rank < nnodes)
        graph->source_list = graph->destination_list = graph_row(graph, rank, &graph->sources);
    graph->destinations = graph->sources;
    return graph;
}

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm *comm_graph)
{
    (void)reorder;
    api_enter("MPI_Graph_create");
    const struct p2p_comm *comm = comm_of(comm_old);
    if (comm == NULL)
        return api_explain_comm("MPI_Graph_create", comm_old);
    int error = graph_check("MPI_Graph_create", comm, nnodes, index, edges);
    if (error != MPI_SUCCESS)
        return error;
    if (comm_graph == NULL)
        return api_explain_pointer("MPI_Graph_create", comm, "comm_graph");
    return topology_give("MPI_Graph_create", comm, nnodes, graph_new(nnodes, index, edges, comm->rank), comm_graph);
}
API_WEAK(Graph_create)

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank)
{
    api_enter("MPI_Graph_map");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Graph_map", comm);
    int error = graph_check("MPI_Graph_map", known, nnodes, index, edges);
    if (error != MPI_SUCCESS)
        return error;
    if (nnodes == 0)
        return api_error(known, MPI_ERR_ARG, "MPI_Graph_map: a graph of 0 nodes");
    if (newrank == NULL)
        return api_explain_pointer("MPI_Graph_map", known, "newrank");
    *newrank = known->rank < nnodes ? known->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
API_WEAK(Graph_map)

int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    api_enter("MPI_Graphdims_get");
    int error;
    const struct topology *graph = topology_enter("MPI_Graphdims_get", comm, MPI_GRAPH, &error);
    if (graph == NULL)
        return error;
    if (nnodes == NULL || nedges == NULL)
        return api_explain_pointer("MPI_Graphdims_get", comm_of(comm), nnodes == NULL ? "nnodes" : "nedges");
    *nnodes = graph->nodes;
    *nedges = graph->edges;
    return MPI_SUCCESS;
}
API_WEAK(Graphdims_get)

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[])
{
    api_enter("MPI_Graph_get");
    int error;
    const struct topology *graph = topology_enter("MPI_Graph_get", comm, MPI_GRAPH, &error);
    if (graph == NULL)
        return error;
    if (maxindex < graph->nodes || maxedges < graph->edges)
        return api_error(comm_of(comm), MPI_ERR_ARG, "MPI_Graph_get: room for %d nodes and %d edges, the graph has %d and %d",
                         maxindex, maxedges, graph->nodes, graph->edges);
    if (index == NULL || (edges == NULL && graph->edges > 0))
        return api_explain_pointer("MPI_Graph_get", comm_of(comm), index == NULL ? "index" : "edges");
    memcpy(index, graph->index, graph->nodes * sizeof(int));
    if (graph->edges > 0)
        memcpy(edges, graph->edge_list, graph->edges * sizeof(int));
    return MPI_SUCCESS;
}
API_WEAK(Graph_get)

static const struct topology *graph_enter(const char *function, MPI_Comm comm, int rank, const void *result, int *error)
{
    const struct topology *graph = topology_enter(function, comm, MPI_GRAPH, error);
    if (graph == NULL)
        return NULL;
    *error = MPI_SUCCESS;
    if ((unsigned)rank >= (unsigned)graph->nodes)
        *error = api_error(comm_of(comm), MPI_ERR_RANK, "%s: invalid rank %d (the graph has %d)", function, rank, graph->nodes);
    else if (result == NULL)
        *error = api_explain_pointer(function, comm_of(comm), "neighbors");
    return *error == MPI_SUCCESS ? graph : NULL;
}

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
    api_enter("MPI_Graph_neighbors_count");
    int error;
    const struct topology *graph = graph_enter("MPI_Graph_neighbors_count", comm, rank, nneighbors, &error);
    if (graph != NULL)
        graph_row(graph, rank, nneighbors);
    return error;
}
API_WEAK(Graph_neighbors_count)

// Copies as many neighbours as there is room for.
int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
    static int none;
    api_enter("MPI_Graph_neighbors");
    int error, count;
    const struct topology *graph =
        graph_enter("MPI_Graph_neighbors", comm, rank, maxneighbors == 0 ? &none : neighbors, &error);
    if (graph == NULL)
        return error;
    if (maxneighbors < 0)
        return api_error(comm_of(comm), MPI_ERR_ARG, "MPI_Graph_neighbors: negative number %d of neighbors", maxneighbors);
    const int *row = graph_row(graph, rank, &count);
    for (int i = 0; i < count && i < maxneighbors; i++)
        neighbors[i] = row[i];
    return MPI_SUCCESS;
}
API_WEAK(Graph_neighbors)
