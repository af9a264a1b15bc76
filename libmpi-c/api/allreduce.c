// MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init.
#include "api/collective.h"

static int api_prepare_allreduce(struct api_call *call, const char *function, const void *sendbuf, void *recvbuf,
                                 int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    *call = (struct api_call){.function = function, .operation = API_ALLREDUCE, .op = op,
                              .send = api_side(sendbuf, count, datatype),
                              .receive = api_side(recvbuf, count, datatype)};
    return api_call_check(call, comm);
}

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    const struct p2p_comm *known = api_comm(comm);
    size_t bytes;
    struct coll_reduction reduction;
    if (__builtin_expect(api_is_plain(known) &&
                             api_quick_both(sendbuf, count, datatype, recvbuf, count, datatype, &bytes) &&
                             api_quick_op(count, datatype, op, &reduction),
                         1)) {
        coll_allreduce(known, sendbuf, recvbuf, &reduction);
        return api_collective_result("MPI_Allreduce", known);
    }
    struct api_call call;
    int error = api_prepare_allreduce(&call, "MPI_Allreduce", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_now(&call, error);
}
API_WEAK(Allreduce)

int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                    MPI_Request *request)
{
    struct api_call call;
    int error = api_prepare_allreduce(&call, "MPI_Iallreduce", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_begin(&call, error, request);
}
API_WEAK(Iallreduce)

int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request)
{
    (void)info;
    struct api_call call;
    int error = api_prepare_allreduce(&call, "MPI_Allreduce_init", sendbuf, recvbuf, count, datatype, op, comm);
    return api_call_prepare(&call, error, request);
}
API_WEAK(Allreduce_init)
