// MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init.
#include "api/collective.h"

static int api_prepare_neighbor_alltoallw(struct api_call *call, const char *function, const void *sendbuf,
                                          const int sendcounts[], const MPI_Aint sdispls[],
                                          const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                          const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_NEIGHBOR_ALLTOALL,
                              .send = api_side_wide(sendbuf, sendcounts, sdispls, sendtypes),
                              .receive = api_side_wide(recvbuf, recvcounts, rdispls, recvtypes)};
    return api_call_check(call, comm);
}

int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_neighbor_alltoallw(&call, "MPI_Neighbor_alltoallw", sendbuf, sendcounts, sdispls, sendtypes,
                                               recvbuf, recvcounts, rdispls, recvtypes, comm);
    return api_call_now(&call, error);
}
API_WEAK(Neighbor_alltoallw)

int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                             MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_neighbor_alltoallw(&call, "MPI_Ineighbor_alltoallw", sendbuf, sendcounts, sdispls,
                                               sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ineighbor_alltoallw)

int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                 const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                 const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_neighbor_alltoallw(&call, "MPI_Neighbor_alltoallw_init", sendbuf, sendcounts, sdispls,
                                               sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Neighbor_alltoallw_init)
