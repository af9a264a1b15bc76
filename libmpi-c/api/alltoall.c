// MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init.
#include "api/forms.h"

API_OTHER_FORMS(Alltoall, alltoall,
                (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm),
                (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
                .operation = API_ALLTOALL,
                .send = api_side(sendbuf, sendcount, sendtype), .receive = api_side(recvbuf, recvcount, recvtype))

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    if (__builtin_expect(api_is_plain(known) &&
                             api_quick_both(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &bytes),
                         1)) {
        coll_alltoall(known, sendbuf, bytes, recvbuf, bytes);
        return api_collective_result("MPI_Alltoall", known);
    }
    struct api_call call;
    int error = api_prepare_alltoall(&call, "MPI_Alltoall", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     comm);
    return api_call_now(&call, error);
}
API_WEAK(Alltoall)
