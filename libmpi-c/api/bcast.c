// MPI_Bcast, MPI_Ibcast, MPI_Bcast_init.
#include "api/collective.h"

static int api_prepare_bcast(struct api_call *call, const char *function, void *buffer, int count,
                             MPI_Datatype datatype, int root, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_BCAST, .root = root,
                              .receive = api_side(buffer, count, datatype)};
    return api_call_check(call, comm);
}

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    if (__builtin_expect(api_is_plain(known) && !api_bad_root(known, root) &&
                             api_quick(buffer, count, datatype, &bytes),
                         1)) {
        coll_bcast(known, buffer, bytes, root);
        return api_collective_result("MPI_Bcast", known);
    }
    struct api_call call;
    int error = api_prepare_bcast(&call, "MPI_Bcast", buffer, count, datatype, root, comm);
    return api_call_now(&call, error);
}
API_WEAK(Bcast)

int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_bcast(&call, "MPI_Ibcast", buffer, count, datatype, root, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ibcast)

int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_bcast(&call, "MPI_Bcast_init", buffer, count, datatype, root, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Bcast_init)
