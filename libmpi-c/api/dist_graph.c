// Distributed graph topologies: each rank knows its own neighbours (MPI 5.0 §8.5.4, §8.5.5).
#include <string.h>

#include "api/dist_graph.h"

struct topology *dist_graph_new(int sources, int destinations, bool weighted)
{
    struct topology *graph = topology_new(MPI_DIST_GRAPH, (size_t)(sources + destinations) * (weighted ? 2 : 1));
    graph->sources = sources;
    graph->destinations = destinations;
    graph->source_list = graph->numbers;
    graph->destination_list = graph->numbers + sources;
    if (weighted) {
        graph->source_weights = graph->numbers + sources + destinations;
        graph->destination_weights = graph->source_weights + sources;
    }
    return graph;
}

bool dist_graph_is_weighted(const int *weights)
{
    return weights != MPI_UNWEIGHTED;
}

int dist_graph_check_ends(const char *function, const struct p2p_comm *comm, const char *name, int count, const int *ends,
                          const int *weights)
{
    if (count < 0)
        return api_error(comm, MPI_ERR_ARG, "%s: negative number %d of %s", function, count, name);
    if (count == 0)
        return MPI_SUCCESS;
    if (ends == NULL)
        return api_explain_pointer(function, comm, name);
    if (weights == NULL || weights == MPI_WEIGHTS_EMPTY)
        return api_error(comm, MPI_ERR_ARG, "%s: no weights for %d %s", function, count, name);
    for (int i = 0; i < count; i++) {
        if ((unsigned)ends[i] >= (unsigned)comm->size)
            return api_error(comm, MPI_ERR_RANK, "%s: %s has the invalid rank %d (the communicator has %d)", function, name,
                             ends[i], comm->size);
        if (dist_graph_is_weighted(weights) && weights[i] < 0)
            return api_error(comm, MPI_ERR_ARG, "%s: a negative weight %d of %s", function, weights[i], name);
    }
    return MPI_SUCCESS;
}

static void dist_graph_copy_numbers(int *to, const int *from, int count)
{
    if (count > 0 && to != NULL)
        memcpy(to, from, count * sizeof *to);
}

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree,
                                    const int destinations[], const int destweights[], MPI_Info info, int reorder,
                                    MPI_Comm *comm_dist_graph)
{
    static const char function[] = "MPI_Dist_graph_create_adjacent";
    (void)info;
    (void)reorder;
    api_enter(function);
    const struct p2p_comm *comm = comm_of(comm_old);
    if (comm == NULL)
        return api_explain_comm(function, comm_old);
    if (comm_is_inter(comm))
        return comm_explain_inter(function, comm);
    int error = dist_graph_check_ends(function, comm, "sources", indegree, sources, sourceweights);
    if (error == MPI_SUCCESS)
        error = dist_graph_check_ends(function, comm, "destinations", outdegree, destinations, destweights);
    if (error != MPI_SUCCESS)
        return error;
    if (comm_dist_graph == NULL)
        return api_explain_pointer(function, comm, "comm_dist_graph");
    bool weighted = dist_graph_is_weighted(sourceweights) && dist_graph_is_weighted(destweights);
    struct topology *graph = dist_graph_new(indegree, outdegree, weighted);
    dist_graph_copy_numbers((int *)graph->source_list, sources, indegree);
    dist_graph_copy_numbers((int *)graph->destination_list, destinations, outdegree);
    dist_graph_copy_numbers(graph->source_weights, sourceweights, indegree);
    dist_graph_copy_numbers(graph->destination_weights, destweights, outdegree);
    return topology_give(function, comm, comm->size, graph, comm_dist_graph);
}
API_WEAK(Dist_graph_create_adjacent)

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)
{
    static const char function[] = "MPI_Dist_graph_neighbors_count";
    api_enter(function);
    int error;
    const struct topology *graph = topology_enter(function, comm, MPI_DIST_GRAPH, &error);
    if (graph == NULL)
        return error;
    if (indegree == NULL || outdegree == NULL || weighted == NULL)
        return api_explain_pointer(function, comm_of(comm),
                                   indegree == NULL ? "indegree" : outdegree == NULL ? "outdegree" : "weighted");
    *indegree = graph->sources;
    *outdegree = graph->destinations;
    *weighted = graph->source_weights != NULL;
    return MPI_SUCCESS;
}
API_WEAK(Dist_graph_neighbors_count)

// Copies as many neighbours as the caller has room for, and their weights if the graph has weights and the caller wants them.
static void dist_graph_give_ends(const int *list, const int *own_weights, int count, int room, int ends[], int weights[])
{
    int given = count < room ? count : room;
    if (given == 0)
        return;
    dist_graph_copy_numbers(ends, list, given);
    if (own_weights != NULL && weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY)
        dist_graph_copy_numbers(weights, own_weights, given);
}

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
                              int destinations[], int destweights[])
{
    static const char function[] = "MPI_Dist_graph_neighbors";
    api_enter(function);
    int error;
    const struct topology *graph = topology_enter(function, comm, MPI_DIST_GRAPH, &error);
    if (graph == NULL)
        return error;
    if (maxindegree < 0 || maxoutdegree < 0)
        return api_error(comm_of(comm), MPI_ERR_ARG, "%s: room for %d sources and %d destinations", function, maxindegree,
                         maxoutdegree);
    if ((sources == NULL && maxindegree > 0) || (destinations == NULL && maxoutdegree > 0))
        return api_explain_pointer(function, comm_of(comm), sources == NULL && maxindegree > 0 ? "sources" : "destinations");
    dist_graph_give_ends(graph->source_list, graph->source_weights, graph->sources, maxindegree, sources, sourceweights);
    dist_graph_give_ends(graph->destination_list, graph->destination_weights, graph->destinations, maxoutdegree, destinations,
                         destweights);
    return MPI_SUCCESS;
}
API_WEAK(Dist_graph_neighbors)
