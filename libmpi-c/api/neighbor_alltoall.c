// MPI_Neighbor_alltoall, MPI_Neighbor_alltoallv, their non-blocking and their persistent forms.
#include "api/collective.h"

static int api_prepare_neighbor_alltoall(struct api_call *call, const char *function, const void *sendbuf,
                                         int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                         MPI_Datatype recvtype, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_NEIGHBOR_ALLTOALL,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side(recvbuf, recvcount, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_neighbor_alltoall(&call, "MPI_Neighbor_alltoall", sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Neighbor_alltoall)

int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_neighbor_alltoall(&call, "MPI_Ineighbor_alltoall", sendbuf, sendcount, sendtype, recvbuf,
                                              recvcount, recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ineighbor_alltoall)

int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_neighbor_alltoall(&call, "MPI_Neighbor_alltoall_init", sendbuf, sendcount, sendtype,
                                              recvbuf, recvcount, recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Neighbor_alltoall_init)

static int api_prepare_neighbor_alltoallv(struct api_call *call, const char *function, const void *sendbuf,
                                          const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                                          void *recvbuf, const int recvcounts[], const int rdispls[],
                                          MPI_Datatype recvtype, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_NEIGHBOR_ALLTOALL,
                              .send = api_side_v(sendbuf, sendcounts, sdispls, sendtype),
                              .receive = api_side_v(recvbuf, recvcounts, rdispls, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                            MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_neighbor_alltoallv(&call, "MPI_Neighbor_alltoallv", sendbuf, sendcounts, sdispls, sendtype,
                                               recvbuf, recvcounts, rdispls, recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Neighbor_alltoallv)

int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_neighbor_alltoallv(&call, "MPI_Ineighbor_alltoallv", sendbuf, sendcounts, sdispls, sendtype,
                                               recvbuf, recvcounts, rdispls, recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ineighbor_alltoallv)

int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_neighbor_alltoallv(&call, "MPI_Neighbor_alltoallv_init", sendbuf, sendcounts, sdispls,
                                               sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Neighbor_alltoallv_init)
