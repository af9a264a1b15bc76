// MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init.
#include "api/collective.h"

static int api_prepare_reduce_scatter_block(struct api_call *call, const char *function, const void *sendbuf,
                                            void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                                            MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_REDUCE_SCATTER, .op = op,
                              .send = api_side(sendbuf, recvcount, datatype),
                              .receive = api_side(recvbuf, recvcount, datatype)};
    return api_call_check(call, comm);
}

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_reduce_scatter_block(&call, "MPI_Reduce_scatter_block", sendbuf, recvbuf, recvcount,
                                                 datatype, op, comm);
    return api_call_now(&call, error);
}
API_WEAK(Reduce_scatter_block)

int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                               MPI_Comm comm, MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_reduce_scatter_block(&call, "MPI_Ireduce_scatter_block", sendbuf, recvbuf, recvcount,
                                                 datatype, op, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Ireduce_scatter_block)

int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                                   MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_reduce_scatter_block(&call, "MPI_Reduce_scatter_block_init", sendbuf, recvbuf, recvcount,
                                                 datatype, op, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Reduce_scatter_block_init)
