// MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init.
#include "api/forms.h"

API_OTHER_FORMS(Allreduce, allreduce,
                (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
                (sendbuf, recvbuf, count, datatype, op, comm),
                .operation = API_ALLREDUCE, .op = op,
                .send = api_side(sendbuf, count, datatype), .receive = api_side(recvbuf, count, datatype))

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    struct coll_reduction reduction;
    if (__builtin_expect(api_is_plain(known) &&
                             api_quick_both(sendbuf, count, datatype, recvbuf, count, datatype, &bytes) &&
                             api_quick_op(count, datatype, op, &reduction),
                         1)) {
        coll_allreduce(known, sendbuf, recvbuf, &reduction);
        return api_collective_result("MPI_Allreduce", known);
    }
    struct api_call call;
    int error = api_prepare_allreduce(&call, "MPI_Allreduce", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_now(&call, error);
}
API_WEAK(Allreduce)
