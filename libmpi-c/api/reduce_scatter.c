// MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init.
#include "api/collective.h"

static int api_prepare_reduce_scatter(struct api_call *call, const char *function, const void *sendbuf, void *recvbuf,
                                      const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_REDUCE_SCATTER, .op = op,
                              .send = api_side(sendbuf, 0, datatype), .receive = api_side(recvbuf, 0, datatype),
                              .varies = true, .counts = recvcounts};
    return api_call_check(call, comm);
}

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_reduce_scatter(&call, "MPI_Reduce_scatter", sendbuf, recvbuf, recvcounts, datatype, op,
                                           comm);
    return api_call_now(&call, error);
}
API_WEAK(Reduce_scatter)

int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                         MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_reduce_scatter(&call, "MPI_Ireduce_scatter", sendbuf, recvbuf, recvcounts, datatype, op,
                                           comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ireduce_scatter)

int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_reduce_scatter(&call, "MPI_Reduce_scatter_init", sendbuf, recvbuf, recvcounts, datatype, op,
                                           comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Reduce_scatter_init)
