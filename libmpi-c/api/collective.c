// Checks that the collective operations share.
#include "api/collective.h"
#include "api/names.h"

int api_explain_root(const char *function, const struct p2p_comm *comm, int root)
{
    return api_error(comm, MPI_ERR_ROOT, "%s: invalid root %d (communicator %s has %d rank%s)", function, root,
                     api_comm_called(comm), comm->size, comm->size == 1 ? "" : "s");
}

int api_collective_result(const char *function, const struct p2p_comm *comm)
{
    if (__builtin_expect(comm->failure.arrived == 0, 1))
        return MPI_SUCCESS;
    struct p2p_failure failed = comm->failure;
    ((struct p2p_comm *)comm)->failure.arrived = 0;
    return api_error(comm, MPI_ERR_TRUNCATE,
                     "%s: message truncated: %zu bytes arrived from rank %d, the buffer holds %zu", function,
                     failed.arrived, failed.source, failed.bytes);
}

static int api_check_block(const char *function, const struct p2p_comm *comm, const struct api_block *block)
{
    if (!block->used || (block->in_place && block->buffer == MPI_IN_PLACE))
        return MPI_SUCCESS;
    if (block->buffer != MPI_IN_PLACE && !api_bad_buffer(block->buffer, block->count, p2p_datatype(block->datatype)))
        return MPI_SUCCESS;
    return api_explain_buffer(function, comm, block->buffer, block->count, block->datatype);
}

int api_check_blocks(const char *function, const struct p2p_comm *comm, const struct api_block *send,
                     const struct api_block *receive)
{
    int error = api_check_block(function, comm, send);
    if (error == MPI_SUCCESS)
        error = api_check_block(function, comm, receive);
    if (error != MPI_SUCCESS)
        return error;
    bool both = send->used && receive->used && send->buffer != MPI_IN_PLACE && receive->buffer != MPI_IN_PLACE;
    if (both && api_block_bytes(send) > api_block_bytes(receive))
        return api_error(comm, MPI_ERR_TRUNCATE, "%s: rank %d sends blocks of %zu bytes but receives blocks of %zu",
                         function, comm->rank, api_block_bytes(send), api_block_bytes(receive));
    if (both && send->buffer == receive->buffer && api_block_bytes(send) != 0)
        return api_error(comm, MPI_ERR_BUFFER, "%s: send and receive buffer are the same; use MPI_IN_PLACE", function);
    return MPI_SUCCESS;
}

int api_explain_reduction(const char *function, const struct p2p_comm *comm,
                          const struct api_reduce_arguments *arguments)
{
    const struct api_reduce_arguments *a = arguments;
    struct api_block send = {a->send, a->count, a->datatype, true, a->in_place};
    struct api_block receive = {a->receive, a->count, a->datatype, a->receives, false};
    int error = api_check_blocks(function, comm, &send, &receive);
    if (error != MPI_SUCCESS)
        return error;
    const char *name = api_op_name(a->op);
    if (name == NULL)
        return api_error(comm, MPI_ERR_OP, "%s: invalid operation %p", function, (void *)a->op);
    return api_error(comm, MPI_ERR_OP, "%s: the operation %s is not defined for %s", function, name,
                     api_datatype_name(a->datatype));
}
