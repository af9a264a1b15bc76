// Reduction up a binomial tree; the order of combination depends on p and the root alone.
// Cost: ceil(log2 p) (a + n b + n c).
#include "coll/internal.h"

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
        reduction->combine(incoming, sum, reduction->count);
    }
    coll_copy(sum, result, bytes);
}

// At the root the sum grows in the receive buffer; another rank that is no leaf needs room for it, too.
void coll_reduce(const struct p2p_comm *comm, const void *send, void *receive, const struct coll_reduction *reduction,
                 int root)
{
    coll_begin(comm);
    size_t bytes = reduction->count * reduction->extent;
    int relative = coll_before(comm, comm->rank, root);
    size_t buffers = relative == 0 ? 1 : relative % 2 == 0 ? 2 : 0;
    _Alignas(16) char small[2 * COLL_SMALL_SCRATCH];
    char *incoming = coll_scratch(small, sizeof small, buffers * bytes);
    const void *own = send == MPI_IN_PLACE ? receive : send;
    coll_reduce_tree(comm, own, relative == 0 ? receive : incoming + bytes, incoming, reduction, relative);
    coll_scratch_free(small, incoming);
}
