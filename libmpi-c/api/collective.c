// Error reports of collective operations.
#include "api/collective.h"

int call_explain_root(const char *function, const struct p2p_comm *comm, int root)
{
    return api_error(comm, MPI_ERR_ROOT, "%s: invalid root %d (communicator %s has %d rank%s)", function, root,
                     comm_called(comm), comm->size, comm->size == 1 ? "" : "s");
}

int call_explain_failure(const char *function, const struct p2p_comm *comm, const struct p2p_failure *failed)
{
    return api_error(comm, MPI_ERR_TRUNCATE,
                     "%s: message truncated: %zu bytes arrived from rank %d, the buffer holds %zu", function,
                     failed->arrived, failed->source, failed->bytes);
}

int call_result(const char *function, const struct p2p_comm *comm)
{
    if (__builtin_expect(comm->failure.arrived == 0, 1))
        return MPI_SUCCESS;
    struct p2p_failure failed = comm->failure;
    ((struct p2p_comm *)comm)->failure.arrived = 0;
    return call_explain_failure(function, comm, &failed);
}
