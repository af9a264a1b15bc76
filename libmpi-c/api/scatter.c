// MPI_Scatter, MPI_Iscatter, MPI_Scatter_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Scatter, scatter,
                 (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm),
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
                 .operation = CALL_SCATTER, .root = root,
                 .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    if (__builtin_expect(call_is_plain(known) &&
                             call_quick_gather(known, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype, root,
                                               &bytes),
                         1)) {
        coll_scatter(known, sendbuf, bytes, recvbuf, bytes, root);
        return call_result("MPI_Scatter", known);
    }
    struct call call;
    int error = call_prepare_scatter(&call, "MPI_Scatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     root, comm);
    return call_now(&call, error);
}
API_WEAK(Scatter)
