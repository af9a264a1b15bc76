// Bringing any number of ranks down to a power of two and back, for algorithms that pair ranks by exclusive or
// (Thakur, Rabenseifner & Gropp 2005 §4.1): of the first 2 r ranks, r = p − 2^floor(log2 p), the even ones leave
// their data to their odd neighbours and sit out.
#ifndef COLL_FOLD_H
#define COLL_FOLD_H

#include "coll/algorithms.h"

struct coll_fold {
    int size;   // of the power of two
    int extra;  // r
    int rank;   // within the power of two; -1 for a rank that sits out
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

static inline int coll_unfolded(const struct coll_fold *fold, int rank)
{
    return rank < fold->extra ? 2 * rank + 1 : rank + fold->extra;
}

// The steps before and after: who sits out gives its data away, and gets the result.
void coll_fold_in(const struct p2p_comm *comm, const struct coll_fold *fold, void *inout, void *incoming,
                  const struct coll_reduction *reduction, enum coll_tag tag);
void coll_fold_out(const struct p2p_comm *comm, const struct coll_fold *fold, void *inout,
                   const struct coll_reduction *reduction);

#endif
