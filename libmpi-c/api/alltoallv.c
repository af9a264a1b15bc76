// MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init.
#include "api/collective.h"

static int api_prepare_alltoallv(struct api_call *call, const char *function, const void *sendbuf,
                                 const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                 const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_ALLTOALL,
                              .send = api_side_v(sendbuf, sendcounts, sdispls, sendtype),
                              .receive = api_side_v(recvbuf, recvcounts, rdispls, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                   void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_alltoallv(&call, "MPI_Alltoallv", sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                      recvcounts, rdispls, recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Alltoallv)

int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_alltoallv(&call, "MPI_Ialltoallv", sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                      recvcounts, rdispls, recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ialltoallv)

int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                        void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_alltoallv(&call, "MPI_Alltoallv_init", sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                      recvcounts, rdispls, recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Alltoallv_init)
