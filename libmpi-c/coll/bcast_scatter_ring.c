// Broadcast of long messages: scatter down a binomial tree, then allgather of the pieces round a ring (van de Geijn 1994).
// Cost: (ceil(log2 p) + p − 1) a + 2 n b (p − 1) / p.
#include "coll/algorithms.h"

struct coll_pieces {
    size_t bytes, piece;
};

static size_t coll_piece_start(const struct coll_pieces *pieces, int piece)
{
    size_t start = piece * pieces->piece;
    return start < pieces->bytes ? start : pieces->bytes;
}

static size_t coll_piece_bytes(const struct coll_pieces *pieces, int first, int count)
{
    return coll_piece_start(pieces, first + count) - coll_piece_start(pieces, first);
}

// Scatters the message: piece i goes to the rank i places after the root. Each inner node of the tree gets the pieces of its
// subtree.
static void coll_scatter_pieces(const struct p2p_comm *comm, char *buffer, const struct coll_pieces *pieces,
                                int relative)
{
    int distance = coll_tree_distance(comm, relative);
    if (relative != 0)
        coll_receive(comm, buffer + coll_piece_start(pieces, relative), coll_piece_bytes(pieces, relative, distance),
                     coll_before(comm, comm->rank, distance), COLL_BCAST);
    while ((distance /= 2) > 0) {
        int child = relative + distance;
        if (child < comm->size)
            coll_send(comm, buffer + coll_piece_start(pieces, child), coll_piece_bytes(pieces, child, distance),
                      coll_after(comm, comm->rank, distance), COLL_BCAST);
    }
}

void coll_bcast_scatter_ring(const struct p2p_comm *comm, void *buffer, size_t bytes, int root)
{
    char *at = buffer;
    struct coll_pieces pieces = {bytes, (bytes + comm->size - 1) / comm->size};
    int relative = coll_before(comm, comm->rank, root);
    coll_scatter_pieces(comm, at, &pieces, relative);
    int next = coll_after(comm, comm->rank, 1), previous = coll_before(comm, comm->rank, 1);
    for (int step = 0; step < comm->size - 1; step++) {
        int out = coll_before(comm, relative, step), in = coll_before(comm, out, 1);
        coll_exchange(comm, at + coll_piece_start(&pieces, out), coll_piece_bytes(&pieces, out, 1), next,
                      at + coll_piece_start(&pieces, in), coll_piece_bytes(&pieces, in, 1), previous, COLL_BCAST);
    }
}
