// MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init.
#include "api/forms.h"

CALL_OTHER_FORMS(Alltoall, alltoall,
                 (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm),
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
                 .operation = CALL_ALLTOALL,
                 .send = call_side(sendbuf, sendcount, sendtype), .receive = call_side(recvbuf, recvcount, recvtype))

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    size_t bytes;
    if (__builtin_expect(call_is_plain(known) &&
                             call_quick_both(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &bytes),
                         1)) {
        coll_alltoall(known, sendbuf, bytes, recvbuf, bytes);
        return call_result("MPI_Alltoall", known);
    }
    struct call call;
    int error = call_prepare_alltoall(&call, "MPI_Alltoall", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    return call_now(&call, error);
}
API_WEAK(Alltoall)
