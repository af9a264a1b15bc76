// Performs collective calls that move data. Reductions are in call_reduce.c.
#include "api/call.h"
#include "api/stage.h"

// Moves data between the groups of an inter-communicator: each rank that contributes sends to each rank of the other group that
// gets a result.
static void call_move_between(const struct call *call, struct coll_blocks *send, const struct coll_blocks *receive)
{
    struct coll_neighbors others = {.out_count = call->comm->size, .in_count = call->comm->size};
    if (call->operation == CALL_GATHER) {
        others.out = &call->root;
        others.out_count = call->gives ? 1 : 0;
        others.in_count = call->gets ? call->comm->size : 0;
    } else if (call->operation == CALL_SCATTER) {
        others.in = &call->root;
        others.in_count = call->gets ? 1 : 0;
        others.out_count = call->gives ? call->comm->size : 0;
    }
    if (call->operation == CALL_ALLGATHER)
        send->stride = 0;
    coll_neighbor(call->comm, &others, send, receive);
}

static void call_move_inter(const struct call *call, struct coll_blocks *send, const struct coll_blocks *receive)
{
    if (call->operation == CALL_BARRIER)
        coll_inter_barrier(call->comm, call->local);
    else if (call->operation == CALL_BCAST)
        coll_inter_bcast(call->comm, call->local, receive->base, receive->bytes, call->root);
    else
        call_move_between(call, send, receive);
}

static void call_move_one(const struct call *call, struct coll_blocks *send, const struct coll_blocks *receive)
{
    const void *out = call->in_place && call->send.blocks == 0 ? MPI_IN_PLACE : send->base;
    void *in = call->in_place && call->receive.blocks == 0 ? MPI_IN_PLACE : receive->base;
    bool varies = call->send.varies || call->receive.varies;
    switch (call->operation) {
    case CALL_BARRIER:
        coll_barrier(call->comm);
        break;
    case CALL_BCAST:
        coll_bcast(call->comm, in, receive->bytes, call->root);
        break;
    case CALL_GATHER:
        if (varies)
            coll_gatherv(call->comm, out, send->bytes, receive, call->root);
        else
            coll_gather(call->comm, out, send->bytes, in, receive->bytes, call->root);
        break;
    case CALL_SCATTER:
        if (varies)
            coll_scatterv(call->comm, send, in, receive->bytes, call->root);
        else
            coll_scatter(call->comm, out, send->bytes, in, receive->bytes, call->root);
        break;
    case CALL_ALLGATHER:
        if (varies)
            coll_allgatherv(call->comm, out, send->bytes, receive);
        else
            coll_allgather(call->comm, out, send->bytes, in, receive->bytes);
        break;
    case CALL_ALLTOALL:
        if (varies)
            coll_alltoallv(call->comm, call->in_place ? NULL : send, receive);
        else
            coll_alltoall(call->comm, out, send->bytes, in, receive->bytes);
        break;
    default:
        if (call->operation == CALL_NEIGHBOR_ALLGATHER)
            send->stride = 0;
        coll_neighbor(call->comm, &call->neighbors, send, receive);
    }
}

void call_perform(const struct call *call)
{
    if (call->operation >= CALL_REDUCE && call->operation <= CALL_REDUCE_SCATTER) {
        call_reduce(call);
        return;
    }
    struct call_stage send, receive;
    bool is_bcast = call->operation == CALL_BCAST;
    call_stage_open(&send, &call->send, true);
    call_stage_open(&receive, &call->receive, call->in_place || (is_bcast && call->gives));
    if (call->local != NULL)
        call_move_inter(call, &send.blocks, &receive.blocks);
    else
        call_move_one(call, &send.blocks, &receive.blocks);
    call_stage_close(&send, &call->send, false);
    call_stage_close(&receive, &call->receive, !is_bcast || !call->gives);
}
