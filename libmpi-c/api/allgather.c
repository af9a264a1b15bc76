// MPI_Allgather, MPI_Iallgather, MPI_Allgather_init.
#include "api/collective.h"

static int api_prepare_allgather(struct api_call *call, const char *function, const void *sendbuf, int sendcount,
                                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                 MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_ALLGATHER,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side(recvbuf, recvcount, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    if (__builtin_expect(api_is_plain(known) &&
                             api_quick_both(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &bytes) &&
                             api_is_elsewhere(known, sendbuf, recvbuf, bytes),
                         1)) {
        coll_allgather(known, sendbuf, bytes, recvbuf, bytes);
        return api_collective_result("MPI_Allgather", known);
    }
    struct api_call call;
    int error = api_prepare_allgather(&call, "MPI_Allgather", sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Allgather)

int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_allgather(&call, "MPI_Iallgather", sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iallgather)

int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_allgather(&call, "MPI_Allgather_init", sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Allgather_init)
