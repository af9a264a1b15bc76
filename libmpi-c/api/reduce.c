// MPI_Reduce, MPI_Ireduce, MPI_Reduce_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Reduce, reduce,
                 (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
                 (sendbuf, recvbuf, count, datatype, op, root, comm),
                 .operation = CALL_REDUCE, .root = root, .op = op,
                 .send = call_side(sendbuf, count, datatype), .receive = call_side(recvbuf, count, datatype))

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    struct coll_reduction reduction;
    if (__builtin_expect(call_is_plain(known) &&
                             call_quick_gather(known, sendbuf, count, datatype, recvbuf, count, datatype, root, &bytes) &&
                             call_quick_op(count, datatype, op, &reduction),
                         1)) {
        coll_reduce(known, sendbuf, recvbuf, &reduction, root);
        return call_result("MPI_Reduce", known);
    }
    struct call call;
    int error = call_prepare_reduce(&call, "MPI_Reduce", sendbuf, recvbuf, count, datatype, op, root, comm);
    return call_now(&call, error);
}
API_WEAK(Reduce)
