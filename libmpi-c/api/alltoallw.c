// MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init.
#include "api/collective.h"

static int api_prepare_alltoallw(struct api_call *call, const char *function, const void *sendbuf,
                                 const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                                 void *recvbuf, const int recvcounts[], const int rdispls[],
                                 const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_ALLTOALL,
                              .send = api_side_w(sendbuf, sendcounts, sdispls, sendtypes),
                              .receive = api_side_w(recvbuf, recvcounts, rdispls, recvtypes)};
    return api_call_check(call, comm);
}

int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                   void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                   MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_alltoallw(&call, "MPI_Alltoallw", sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                      recvcounts, rdispls, recvtypes, comm);
    return api_call_now(&call, error);
}
API_WEAK(Alltoallw)

int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                    void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                    MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_alltoallw(&call, "MPI_Ialltoallw", sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                      recvcounts, rdispls, recvtypes, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ialltoallw)

int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                        const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_alltoallw(&call, "MPI_Alltoallw_init", sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                      recvcounts, rdispls, recvtypes, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Alltoallw_init)
