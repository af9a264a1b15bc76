// MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init.
#include "api/collective.h"

static int api_prepare_allgatherv(struct api_call *call, const char *function, const void *sendbuf, int sendcount,
                                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                                  MPI_Datatype recvtype, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_ALLGATHER,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side_v(recvbuf, recvcounts, displs, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_allgatherv(&call, "MPI_Allgatherv", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                       displs, recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Allgatherv)

int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_allgatherv(&call, "MPI_Iallgatherv", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                       displs, recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iallgatherv)

int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_allgatherv(&call, "MPI_Allgatherv_init", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                       displs, recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Allgatherv_init)
