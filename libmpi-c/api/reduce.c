// MPI_Reduce, MPI_Ireduce, MPI_Reduce_init.
#include "api/forms.h"

API_OTHER_FORMS(Reduce, reduce,
                (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
                (sendbuf, recvbuf, count, datatype, op, root, comm),
                .operation = API_REDUCE, .root = root, .op = op,
                .send = api_side(sendbuf, count, datatype), .receive = api_side(recvbuf, count, datatype))

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
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
