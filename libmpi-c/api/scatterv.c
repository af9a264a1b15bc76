// MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init.
#include "api/collective.h"

static int api_prepare_scatterv(struct api_call *call, const char *function, const void *sendbuf,
                                const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_SCATTER, .root = root,
                              .send = api_side_v(sendbuf, sendcounts, displs, sendtype),
                              .receive = api_side(recvbuf, recvcount, recvtype)};
    return api_call_check(call, comm);
}

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_scatterv(&call, "MPI_Scatterv", sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                     recvtype, root, comm);
    return api_call_now(&call, error);
}
API_WEAK(Scatterv)

int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_scatterv(&call, "MPI_Iscatterv", sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                     recvtype, root, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iscatterv)

int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                       void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_scatterv(&call, "MPI_Scatterv_init", sendbuf, sendcounts, displs, sendtype, recvbuf,
                                     recvcount, recvtype, root, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Scatterv_init)
