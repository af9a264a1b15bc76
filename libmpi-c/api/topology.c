// Functions that all kinds of topologies share.
#include "api/topology.h"

#include <string.h>

struct topology *topology_new(int kind, size_t numbers)
{
    struct topology *topology = p2p_allocate(sizeof *topology + numbers * sizeof(int), "MPI: no memory for another topology");
    memset(topology, 0, sizeof *topology);
    topology->references = 1;
    topology->kind = kind;
    return topology;
}

struct topology *topology_share(struct topology *topology)
{
    if (topology != NULL)
        topology->references++;
    return topology;
}

void topology_release(struct topology *topology)
{
    if (topology != NULL && --topology->references == 0)
        p2p_free(topology);
}

int topology_neighbors(const struct p2p_comm *comm, int *sources, const int **source_list, int *destinations,
                       const int **destination_list)
{
    const struct topology *topology = comm_details(comm)->topology;
    if (topology == NULL)
        return MPI_ERR_TOPOLOGY;
    *sources = topology->sources;
    *source_list = topology->source_list;
    *destinations = topology->destinations;
    *destination_list = topology->destination_list;
    return MPI_SUCCESS;
}

const struct topology *topology_of(const struct p2p_comm *comm, int kind)
{
    const struct topology *topology = comm_details(comm)->topology;
    return topology != NULL && topology->kind == kind ? topology : NULL;
}

const struct topology *topology_enter(const char *function, MPI_Comm handle, int kind, int *error)
{
    const struct p2p_comm *comm = comm_of(handle);
    if (comm == NULL) {
        *error = api_explain_comm(function, handle);
        return NULL;
    }
    const struct topology *topology = topology_of(comm, kind);
    if (topology == NULL)
        *error = api_error(comm, MPI_ERR_TOPOLOGY, "%s: the communicator %s has no %s topology", function, comm->name,
                           kind == MPI_CART ? "Cartesian" : kind == MPI_GRAPH ? "graph" : "distributed graph");
    return topology;
}

int topology_give(const char *function, const struct p2p_comm *comm, int size, struct topology *topology, MPI_Comm *handle)
{
    const struct group *all = comm_details(comm)->group;
    struct group *group = group_new(size);
    memcpy(group->nodes, all->nodes, size * sizeof *group->nodes);
    group_ready(group);
    struct p2p_comm *created;
    bool made = comm_of_group(comm, group, &created);
    if (created != NULL)
        created->details->topology = topology;
    else
        topology_release(topology);
    return comm_give(function, comm, made, created, handle);
}

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    api_enter("MPI_Topo_test");
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Topo_test", comm);
    if (status == NULL)
        return api_explain_pointer("MPI_Topo_test", known, "status");
    const struct topology *topology = comm_details(known)->topology;
    *status = topology != NULL ? topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
API_WEAK(Topo_test)
