// Folding: reduces p ranks to a power of two and back, for algorithms that pair ranks by exclusive or (Thakur, Rabenseifner &
// Gropp 2005 §4.1). Let r = p − 2^floor(log2 p). Of the first 2 r ranks, the even ones send their data to their odd neighbours
// and take no part in the algorithm. The other ranks are the fold.
#ifndef COLL_FOLD_H
#define COLL_FOLD_H

#include "coll/algorithms.h"

struct coll_fold {
    int size;   // number of ranks in the fold, a power of two
    int extra;  // r
    int rank;   // this rank's number in the fold; -1 if it takes no part
};

static inline struct coll_fold coll_fold(const struct p2p_comm *comm)
{
    int size = 1;
    while (size <= comm->size / 2)
        size *= 2;
    int extra = comm->size - size, rank = comm->rank;
    if (rank >= 2 * extra)
        rank -= extra;
    else
        rank = rank % 2 == 0 ? -1 : rank / 2;
    return (struct coll_fold){size, extra, rank};
}

// The rank in the communicator of a rank of the fold.
static inline int coll_unfolded(const struct coll_fold *fold, int rank)
{
    return rank < fold->extra ? 2 * rank + 1 : rank + fold->extra;
}

// The steps before and after the algorithm. coll_fold_in: ranks that take no part send `inout` to their neighbours, which combine
// it with theirs; `incoming` is scratch memory for a vector. coll_fold_out: they get the result from these neighbours.
void coll_fold_in(const struct p2p_comm *comm, const struct coll_fold *fold, void *inout, void *incoming,
                  const struct coll_reduction *reduction, enum coll_tag tag);
void coll_fold_out(const struct p2p_comm *comm, const struct coll_fold *fold, void *inout,
                   const struct coll_reduction *reduction);

#endif
