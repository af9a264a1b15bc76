// Reduction up a binomial tree. The order of combination depends on p and the root only. If it must be the order of the ranks,
// rank 0 is the root of the tree and sends the result to the root of the call.
// Cost: ceil(log2 p) (a + n b + n c), and a + n b if the result is passed on.
#include "coll/algorithms.h"

static void coll_reduce_tree(const struct p2p_comm *comm, const void *own, void *sum, void *incoming,
                             const struct coll_reduction *reduction, int relative)
{
    size_t bytes = reduction->count * reduction->extent;
    const void *result = own;
    for (int distance = 1; distance < comm->size; distance *= 2) {
        if (relative & distance) {
            coll_send(comm, result, bytes, coll_before(comm, comm->rank, distance), COLL_REDUCE);
            return;
        }
        if (relative + distance >= comm->size)
            continue;
        coll_copy(sum, result, bytes);
        result = sum;
        coll_receive(comm, incoming, bytes, coll_after(comm, comm->rank, distance), COLL_REDUCE);
        coll_combine(reduction, incoming, sum, reduction->count, true);
    }
    coll_copy(sum, result, bytes);
}

// The root accumulates the result in its receive buffer. Other inner nodes need scratch memory for it.
void coll_reduce_binomial(const struct p2p_comm *comm, const void *own, void *receive,
                          const struct coll_reduction *reduction, int root)
{
    size_t bytes = reduction->count * reduction->extent;
    int top = reduction->user != NULL && reduction->user->ordered ? 0 : root;
    int relative = coll_before(comm, comm->rank, top);
    bool keeps = relative == 0 && comm->rank == root;
    size_t buffers = keeps ? 1 : relative % 2 == 0 ? 2 : 0;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *incoming = coll_scratch(small, sizeof small, buffers * bytes);
    void *sum = keeps ? receive : incoming + bytes;
    coll_reduce_tree(comm, own, sum, incoming, reduction, relative);
    if (top != root && relative == 0)
        coll_send(comm, sum, bytes, root, COLL_REDUCE);
    if (top != root && comm->rank == root)
        coll_receive(comm, receive, bytes, top, COLL_REDUCE);
    coll_scratch_free(small, incoming);
}
