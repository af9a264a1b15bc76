// What all topologies have in common.
#include "api/topology.h"

#include <string.h>

struct api_topology *api_topology_new(int kind, size_t numbers)
{
    struct api_topology *topology = p2p_allocate(sizeof *topology + numbers * sizeof(int), "MPI: no memory for another topology");
    memset(topology, 0, sizeof *topology);
    topology->references = 1;
    topology->kind = kind;
    return topology;
}

struct api_topology *api_topology_share(struct api_topology *topology)
{
    if (topology != NULL)
        topology->references++;
    return topology;
}

void api_topology_release(struct api_topology *topology)
{
    if (topology != NULL && --topology->references == 0)
        p2p_free(topology);
}

int api_neighbors(const struct p2p_comm *comm, int *sources, const int **source_list, int *destinations,
                  const int **destination_list)
{
    const struct api_topology *topology = api_comm_details(comm)->topology;
    if (topology == NULL)
        return MPI_ERR_TOPOLOGY;
    *sources = topology->sources;
    *source_list = topology->source_list;
    *destinations = topology->destinations;
    *destination_list = topology->destination_list;
    return MPI_SUCCESS;
}

const struct api_topology *api_topology_of(const struct p2p_comm *comm, int kind)
{
    const struct api_topology *topology = api_comm_details(comm)->topology;
    return topology != NULL && topology->kind == kind ? topology : NULL;
}

const struct api_topology *api_enter_topology(const char *function, MPI_Comm handle, int kind, int *error)
{
    const struct p2p_comm *comm = api_comm(handle);
    if (comm == NULL) {
        *error = api_explain_comm(function, handle);
        return NULL;
    }
    const struct api_topology *topology = api_topology_of(comm, kind);
    if (topology == NULL)
        *error = api_error(comm, MPI_ERR_TOPOLOGY, "%s: the communicator %s has no %s topology", function, comm->name,
                           kind == MPI_CART ? "Cartesian" : kind == MPI_GRAPH ? "graph" : "distributed graph");
    return topology;
}

int api_topology_give(const char *function, const struct p2p_comm *comm, int size, struct api_topology *topology, MPI_Comm *handle)
{
    const struct api_group *all = api_comm_details(comm)->group;
    struct api_group *group = api_group_new(size);
    memcpy(group->nodes, all->nodes, size * sizeof *group->nodes);
    api_group_ready(group);
    struct p2p_comm *created;
    bool made = api_comm_of_group(comm, group, &created);
    if (created != NULL)
        created->details->topology = topology;
    else
        api_topology_release(topology);
    return api_comm_give(function, comm, made, created, handle);
}

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    api_enter("MPI_Topo_test");
    const struct p2p_comm *known = api_comm(comm);
    if (known == NULL)
        return api_explain_comm("MPI_Topo_test", comm);
    if (status == NULL)
        return api_explain_pointer("MPI_Topo_test", known, "status");
    const struct api_topology *topology = api_comm_details(known)->topology;
    *status = topology != NULL ? topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
API_WEAK(Topo_test)
