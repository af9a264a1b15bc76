// MPI_Scatter, MPI_Iscatter, MPI_Scatter_init.
#include "api/collective.h"

static int api_prepare_scatter(struct api_call *call, const char *function, const void *sendbuf, int sendcount,
                               MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                               MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_SCATTER, .root = root,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side(recvbuf, recvcount, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    if (__builtin_expect(api_is_plain(known) &&
                             api_quick_gather(known, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype, root,
                                              &bytes),
                         1)) {
        coll_scatter(known, sendbuf, bytes, recvbuf, bytes, root);
        return api_collective_result("MPI_Scatter", known);
    }
    struct api_call call;
    int error = api_prepare_scatter(&call, "MPI_Scatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    root, comm);
    return api_call_now(&call, error);
}
API_WEAK(Scatter)

int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_scatter(&call, "MPI_Iscatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    root, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iscatter)

int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_scatter(&call, "MPI_Scatter_init", sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                    recvtype, root, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Scatter_init)
