// MPI_Scan, MPI_Iscan, MPI_Scan_init.
#include "api/collective.h"

static int api_prepare_scan(struct api_call *call, const char *function, const void *sendbuf, void *recvbuf, int count,
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_SCAN, .op = op,
                              .send = api_side(sendbuf, count, datatype),
                              .receive = api_side(recvbuf, count, datatype)};
    return api_call_check(call, comm);
}

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct api_call call;
    int error = api_prepare_scan(&call, "MPI_Scan", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_now(&call, error);
}
API_WEAK(Scan)

int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
               MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_scan(&call, "MPI_Iscan", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iscan)

int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_scan(&call, "MPI_Scan_init", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Scan_init)
