// Performs reductions: on the user's buffers or, if the elements have gaps, on copies in their own layout.
#include "api/call.h"

struct call_vectors {
    const void *send;
    void *receive;
    const int *counts;
};

static void call_reduce_one(const struct call *call, const struct call_vectors *at, const struct coll_reduction *reduction)
{
    switch (call->operation) {
    case CALL_REDUCE:
        coll_reduce(call->comm, at->send, at->receive, reduction, call->root);
        break;
    case CALL_ALLREDUCE:
        coll_allreduce(call->comm, at->send, at->receive, reduction);
        break;
    case CALL_SCAN:
        coll_scan(call->comm, at->send, at->receive, reduction);
        break;
    case CALL_EXSCAN:
        coll_exscan(call->comm, at->send, at->receive, reduction);
        break;
    default:
        coll_reduce_scatter(call->comm, at->send, at->receive, at->counts, reduction);
    }
}

static void call_reduce_inter(const struct call *call, const struct call_vectors *at, const struct coll_reduction *reduction)
{
    if (call->operation == CALL_REDUCE)
        coll_inter_reduce(call->comm, call->local, at->send, at->receive, reduction, call->root);
    else if (call->operation == CALL_ALLREDUCE)
        coll_inter_allreduce(call->comm, call->local, at->send, at->receive, reduction);
    else
        coll_inter_reduce_scatter(call->comm, call->local, at->send, at->receive, at->counts, reduction);
}

static void call_reduce_anywhere(const struct call *call, const struct call_vectors *at, const struct coll_reduction *reduction)
{
    if (call->local != NULL)
        call_reduce_inter(call, at, reduction);
    else
        call_reduce_one(call, at, reduction);
}

static void call_reduce_copied(const struct call *call, const struct call_elements *elements, const int *counts,
                               size_t result_count)
{
    static const char failure[] = "MPI: no memory for the elements of a reduction";
    const struct coll_reduction *reduction = &elements->reduction;
    char *own = p2p_allocate(reduction->count * reduction->extent + 1, failure);
    char *result = p2p_allocate(result_count * reduction->extent + 1, failure);
    if (call->gives)
        call_elements_load(elements, own, call->in_place ? call->receive.buffer : call->send.buffer, reduction->count);
    struct call_vectors at = {own, result, counts};
    call_reduce_anywhere(call, &at, reduction);
    if (call->gets && !(call->operation == CALL_EXSCAN && call->comm->rank == 0))
        call_elements_store(elements, call->receive.buffer, result, result_count);
    p2p_free(own);
    p2p_free(result);
}

// Returns the number of elements of each rank's part of a reduce-scatter, to be freed by the caller; `*total` is their sum and
// `*own` this rank's number.
static int *call_parts(const struct call *call, size_t *total, size_t *own)
{
    const struct p2p_comm *group = call->local != NULL ? call->local : call->comm;
    int *counts = p2p_allocate(group->size * sizeof *counts, "MPI: no memory for the counts of a reduction");
    *total = 0;
    for (int rank = 0; rank < group->size; rank++) {
        counts[rank] = call->counts != NULL ? call->counts[rank] : call->receive.count;
        *total += counts[rank];
    }
    *own = counts[group->rank];
    return counts;
}

void call_reduce(const struct call *call)
{
    size_t count = call->receive.count, result_count = count;
    int *counts = call->operation == CALL_REDUCE_SCATTER ? call_parts(call, &count, &result_count) : NULL;
    struct call_elements elements;
    call_elements_open(&elements, call->op, call->receive.type, count);
    struct call_vectors at = {call->in_place ? MPI_IN_PLACE : call->send.buffer, call->receive.buffer, counts};
    if (elements.copied)
        call_reduce_copied(call, &elements, counts, result_count);
    else
        call_reduce_anywhere(call, &at, &elements.reduction);
    p2p_free(counts);
}
