// MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init.
#include "api/collective.h"

static int api_prepare_barrier(struct api_call *call, const char *function, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_BARRIER};
    return api_call_check(call, comm);
}

int PMPI_Barrier(MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    if (__builtin_expect(api_is_plain(known), 1)) {
        coll_barrier(known);
        return api_collective_result("MPI_Barrier", known);
    }
    struct api_call call;
    int error = api_prepare_barrier(&call, "MPI_Barrier", comm);
    return api_call_now(&call, error);
}
API_WEAK(Barrier)

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_barrier(&call, "MPI_Ibarrier", comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ibarrier)

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_barrier(&call, "MPI_Barrier_init", comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Barrier_init)
