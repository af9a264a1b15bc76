// MPI_Gather, MPI_Igather, MPI_Gather_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Gather, gather,
                 (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm),
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
                 .operation = CALL_GATHER, .root = root,
                 .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    if (__builtin_expect(call_is_plain(known) &&
                             call_quick_gather(known, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                               &bytes),
                         1)) {
        coll_gather(known, sendbuf, bytes, recvbuf, bytes, root);
        return call_result("MPI_Gather", known);
    }
    struct call call;
    int error = call_prepare_gather(&call, "MPI_Gather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    return call_now(&call, error);
}
API_WEAK(Gather)
