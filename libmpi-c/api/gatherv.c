// MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init.
#include "api/collective.h"

static int api_prepare_gatherv(struct api_call *call, const char *function, const void *sendbuf, int sendcount,
                               MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                               MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_GATHER, .root = root,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side_v(recvbuf, recvcounts, displs, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                 const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_gatherv(&call, "MPI_Gatherv", sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                    recvtype, root, comm);
    return api_call_now(&call, error);
}
API_WEAK(Gatherv)

int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                  const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_gatherv(&call, "MPI_Igatherv", sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                    recvtype, root, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Igatherv)

int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_gatherv(&call, "MPI_Gatherv_init", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                    displs, recvtype, root, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Gatherv_init)
