// MPI_Dist_graph_create: any rank may give an edge; both ranks at its ends are sent it (MPI 5.0 §8.5.4).
#include <string.h>

#include "api/agreement.h"
#include "api/dist_graph.h"
#include "coll/coll.h"

// An edge as the rank at one of its ends sees it.
struct dist_graph_end {
    int incoming, other, weight;
};

// The edges that this rank gives, and the ends that it sends to and receives from each rank.
struct dist_graph_edges {
    const struct p2p_comm *comm;
    int n;
    const int *sources, *degrees, *destinations, *weights;
    int *out_places, *in_places;       // the number, then the places, of the ends for and from each rank
    struct dist_graph_end *out, *in;   // sorted by rank
    int in_count;
};

static const char dist_graph_function[] = "MPI_Dist_graph_create";
static const char dist_graph_no_memory[] = "MPI_Dist_graph_create: no memory for the edges";

static int dist_graph_check_edges(const struct dist_graph_edges *edges)
{
    const struct p2p_comm *comm = edges->comm;
    // Weights belong to the destinations, whose number is known only after the degrees are checked.
    int error = dist_graph_check_ends(dist_graph_function, comm, "sources", edges->n, edges->sources, MPI_UNWEIGHTED), count = 0;
    if (error != MPI_SUCCESS)
        return error;
    if (edges->n > 0 && edges->degrees == NULL)
        return api_explain_pointer(dist_graph_function, comm, "degrees");
    for (int i = 0; i < edges->n; i++) {
        if (edges->degrees[i] < 0)
            return api_error(comm, MPI_ERR_ARG, "%s: negative degree %d", dist_graph_function, edges->degrees[i]);
        count += edges->degrees[i];
    }
    return dist_graph_check_ends(dist_graph_function, comm, "destinations", count, edges->destinations, edges->weights);
}

// Calls `visit` for both ends of each edge.
static void dist_graph_each_end(struct dist_graph_edges *edges,
                                void (*visit)(struct dist_graph_edges *edges, int rank, struct dist_graph_end end))
{
    const int *destination = edges->destinations;
    for (int i = 0; i < edges->n; i++) {
        for (int j = 0; j < edges->degrees[i]; j++, destination++) {
            int source = edges->sources[i];
            int weight = dist_graph_is_weighted(edges->weights) ? edges->weights[destination - edges->destinations] : 0;
            visit(edges, source, (struct dist_graph_end){0, *destination, weight});
            visit(edges, *destination, (struct dist_graph_end){1, source, weight});
        }
    }
}

static void dist_graph_count_end(struct dist_graph_edges *edges, int rank, struct dist_graph_end end)
{
    (void)end;
    edges->out_places[rank]++;
}

// Stores an end in `out`. out_places[rank] is the place of the rank's next end.
static void dist_graph_put_end(struct dist_graph_edges *edges, int rank, struct dist_graph_end end)
{
    edges->out[edges->out_places[rank]++] = end;
}

// Replaces each number by the sum of those before it: the first place of its ends. Returns the sum of all.
static int dist_graph_sum_up(int *numbers, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        int number = numbers[i];
        numbers[i] = sum;
        sum += number;
    }
    return sum;
}

static void dist_graph_prepare(struct dist_graph_edges *edges)
{
    int size = edges->comm->size;
    size_t bytes = size * sizeof(int);
    edges->out_places = memset(p2p_allocate(bytes, dist_graph_no_memory), 0, bytes);
    edges->in_places = p2p_allocate(bytes, dist_graph_no_memory);
    dist_graph_each_end(edges, dist_graph_count_end);
    coll_alltoall(edges->comm, edges->out_places, sizeof(int), edges->in_places, sizeof(int));
    int out_count = dist_graph_sum_up(edges->out_places, size);
    for (int i = 0; i < size; i++)
        edges->in_count += edges->in_places[i];
    edges->out = p2p_allocate((out_count + 1) * sizeof *edges->out, dist_graph_no_memory);
    edges->in = p2p_allocate((edges->in_count + 1) * sizeof *edges->in, dist_graph_no_memory);
    dist_graph_each_end(edges, dist_graph_put_end);
}

// Sends all ends to their ranks. out_places[i] is now where the ends for rank i stop; in_places[i] becomes where those from rank
// i begin.
static void dist_graph_exchange_ends(struct dist_graph_edges *edges)
{
    const struct p2p_comm *comm = edges->comm;
    struct agreement agreement;
    struct p2p_request request;
    int all = dist_graph_sum_up(edges->in_places, comm->size);
    agreement_of_comm(&agreement, comm);
    for (int step = 0; step < comm->size; step++) {
        int to = (comm->rank + step) % comm->size, from = (comm->rank + comm->size - step) % comm->size;
        int out = to > 0 ? edges->out_places[to - 1] : 0, in = edges->in_places[from];
        size_t out_bytes = (edges->out_places[to] - out) * sizeof *edges->out;
        size_t in_bytes = ((from + 1 < comm->size ? edges->in_places[from + 1] : all) - in) * sizeof *edges->in;
        if (step == 0)
            memcpy(edges->in + in, edges->out + out, out_bytes);
        else
            p2p_exchange(&request, &agreement.comm, P2P_COLLECTIVE, edges->out + out, out_bytes, to, agreement.tag, edges->in + in,
                         in_bytes, from, agreement.tag);
    }
}

static struct topology *dist_graph_gather_ends(const struct dist_graph_edges *edges)
{
    int sources = 0, at[2] = {0, 0};
    for (int i = 0; i < edges->in_count; i++)
        sources += edges->in[i].incoming;
    struct topology *graph = dist_graph_new(sources, edges->in_count - sources, dist_graph_is_weighted(edges->weights));
    int *lists[] = {(int *)graph->destination_list, (int *)graph->source_list};
    int *weights[] = {graph->destination_weights, graph->source_weights};
    for (int i = 0; i < edges->in_count; i++) {
        int which = edges->in[i].incoming;
        lists[which][at[which]] = edges->in[i].other;
        if (weights[which] != NULL)
            weights[which][at[which]] = edges->in[i].weight;
        at[which]++;
    }
    return graph;
}

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
                           const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    (void)info;
    (void)reorder;
    api_enter(dist_graph_function);
    const struct p2p_comm *comm = comm_of(comm_old);
    if (comm == NULL)
        return api_explain_comm(dist_graph_function, comm_old);
    if (comm_is_inter(comm))
        return comm_explain_inter(dist_graph_function, comm);
    struct dist_graph_edges edges = {.comm = comm, .n = n, .sources = sources, .degrees = degrees, .destinations = destinations,
                                     .weights = weights};
    int error = dist_graph_check_edges(&edges);
    if (error != MPI_SUCCESS)
        return error;
    if (comm_dist_graph == NULL)
        return api_explain_pointer(dist_graph_function, comm, "comm_dist_graph");
    dist_graph_prepare(&edges);
    dist_graph_exchange_ends(&edges);
    struct topology *graph = dist_graph_gather_ends(&edges);
    p2p_free(edges.out_places);
    p2p_free(edges.in_places);
    p2p_free(edges.out);
    p2p_free(edges.in);
    return topology_give(dist_graph_function, comm, comm->size, graph, comm_dist_graph);
}
API_WEAK(Dist_graph_create)
