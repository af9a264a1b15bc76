// MPI_Neighbor_allgather, MPI_Neighbor_allgatherv, their non-blocking and their persistent forms.
#include "api/collective.h"

static int api_prepare_neighbor_allgather(struct api_call *call, const char *function, const void *sendbuf,
                                          int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                          MPI_Datatype recvtype, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_NEIGHBOR_ALLGATHER,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side(recvbuf, recvcount, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_neighbor_allgather(&call, "MPI_Neighbor_allgather", sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Neighbor_allgather)

int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_neighbor_allgather(&call, "MPI_Ineighbor_allgather", sendbuf, sendcount, sendtype, recvbuf,
                                               recvcount, recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ineighbor_allgather)

int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_neighbor_allgather(&call, "MPI_Neighbor_allgather_init", sendbuf, sendcount, sendtype,
                                               recvbuf, recvcount, recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Neighbor_allgather_init)

static int api_prepare_neighbor_allgatherv(struct api_call *call, const char *function, const void *sendbuf,
                                           int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                           const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_NEIGHBOR_ALLGATHER,
                              .send = api_side(sendbuf, sendcount, sendtype),
                              .receive = api_side_v(recvbuf, recvcounts, displs, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                             const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_neighbor_allgatherv(&call, "MPI_Neighbor_allgatherv", sendbuf, sendcount, sendtype, recvbuf,
                                                recvcounts, displs, recvtype, comm);
    return api_call_now(&call, error);
}
API_WEAK(Neighbor_allgatherv)

int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                              const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_neighbor_allgatherv(&call, "MPI_Ineighbor_allgatherv", sendbuf, sendcount, sendtype,
                                                recvbuf, recvcounts, displs, recvtype, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ineighbor_allgatherv)

int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                  MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_neighbor_allgatherv(&call, "MPI_Neighbor_allgatherv_init", sendbuf, sendcount, sendtype,
                                                recvbuf, recvcounts, displs, recvtype, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Neighbor_allgatherv_init)
