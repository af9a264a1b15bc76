// MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Allreduce, allreduce,
                 (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
                 (sendbuf, recvbuf, count, datatype, op, comm),
                 .operation = CALL_ALLREDUCE, .op = op,
                 .send = call_side(sendbuf, count, datatype), .receive = call_side(recvbuf, count, datatype))

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    struct coll_reduction reduction;
    if (__builtin_expect(call_is_plain(known) &&
                             call_quick_both(sendbuf, count, datatype, recvbuf, count, datatype, &bytes) &&
                             call_quick_op(count, datatype, op, &reduction),
                         1)) {
        coll_allreduce(known, sendbuf, recvbuf, &reduction);
        return call_result("MPI_Allreduce", known);
    }
    struct call call;
    int error = call_prepare_allreduce(&call, "MPI_Allreduce", sendbuf, recvbuf, count, datatype, op, comm);
    return call_now(&call, error);
}
API_WEAK(Allreduce)
