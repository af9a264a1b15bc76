// Finds the neighbours for a neighbourhood collective.
#include "api/call.h"
#include "api/topology.h"

int call_find_neighbors(struct call *call)
{
    struct coll_neighbors *all = &call->neighbors;
    int error = topology_neighbors(call->comm, &all->in_count, &all->in, &all->out_count, &all->out);
    if (error != MPI_SUCCESS)
        return api_error(call->comm, error, "%s: %s has no topology", call->function, call->comm->name);
    all->opposite = topology_of(call->comm, MPI_CART) != NULL;
    return MPI_SUCCESS;
}
