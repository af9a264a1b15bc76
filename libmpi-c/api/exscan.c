// MPI_Exscan, MPI_Iexscan, MPI_Exscan_init.
#include "api/collective.h"

static int api_prepare_exscan(struct api_call *call, const char *function, const void *sendbuf, void *recvbuf,
                              int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_EXSCAN, .op = op,
                              .send = api_side(sendbuf, count, datatype),
                              .receive = api_side(recvbuf, count, datatype)};
    return api_call_check(call, comm);
}

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_exscan(&call, "MPI_Exscan", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_now(&call, error);
}
API_WEAK(Exscan)

int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                 MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_exscan(&call, "MPI_Iexscan", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iexscan)

int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                     MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_exscan(&call, "MPI_Exscan_init", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Exscan_init)
