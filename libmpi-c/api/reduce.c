// MPI_Reduce, MPI_Ireduce, MPI_Reduce_init.
#include "api/collective.h"

static int api_prepare_reduce(struct api_call *call, const char *function, const void *sendbuf, void *recvbuf,
                              int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_REDUCE, .root = root, .op = op,
                              .send = api_side(sendbuf, count, datatype),
                              .receive = api_side(recvbuf, count, datatype)};
    return api_call_check(call, comm);
}

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    struct coll_reduction reduction;
    if (__builtin_expect(api_is_plain(known) &&
                             api_quick_gather(known, sendbuf, count, datatype, recvbuf, count, datatype, root, &bytes) &&
                             api_quick_op(count, datatype, op, &reduction),
                         1)) {
        coll_reduce(known, sendbuf, recvbuf, &reduction, root);
        return api_collective_result("MPI_Reduce", known);
    }
    struct api_call call;
    int error = api_prepare_reduce(&call, "MPI_Reduce", sendbuf, recvbuf, count, datatype, op, root, comm);
    return api_call_now(&call, error);
}
API_WEAK(Reduce)

int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                 MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_reduce(&call, "MPI_Ireduce", sendbuf, recvbuf, count, datatype, op, root, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ireduce)

int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_reduce(&call, "MPI_Reduce_init", sendbuf, recvbuf, count, datatype, op, root, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Reduce_init)
