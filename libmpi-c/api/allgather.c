// MPI_Allgather, MPI_Iallgather, MPI_Allgather_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Allgather, allgather,
                 (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm),
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
                 .operation = CALL_ALLGATHER,
                 .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    if (__builtin_expect(call_is_plain(known) &&
                             call_quick_both(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &bytes) &&
                             call_is_elsewhere(known, sendbuf, recvbuf, bytes),
                         1)) {
        coll_allgather(known, sendbuf, bytes, recvbuf, bytes);
        return call_result("MPI_Allgather", known);
    }
    struct call call;
    int error = call_prepare_allgather(&call, "MPI_Allgather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    return call_now(&call, error);
}
API_WEAK(Allgather)
