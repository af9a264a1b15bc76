// Context numbers: the ranks of a new communicator agree on numbers that none of them uses yet (MPI 5.0 §7.2.3).
#ifndef API_CONTEXT_H
#define API_CONTEXT_H

#include "api/agreement.h"

// How the 16 bits of a context are divided. The two contexts of communicator number n begin at n * P2P_CONTEXTS_A_COMM. Messages
// that must not match the communicator's have two contexts of their own, as far above one of these bases.
enum {
    CONTEXT_AGREEMENTS = 0x4000,  // base for messages of agreements (api/agreement.h)
    CONTEXT_PARTITIONS = 0x8000,  // base for offers and parts of partitioned requests (api/partition.h)
    CONTEXT_NONE = 0xfffe,        // the context of a communicator that has none yet
};

// Words of the set of communicator numbers, which has 64 numbers a word.
enum { CONTEXT_WORDS = CHAN_COMMUNICATORS / 64 };
_Static_assert(CONTEXT_WORDS * 64 * P2P_CONTEXTS_A_COMM <= CONTEXT_AGREEMENTS, "communicators end where agreements begin");

// Returns a copy of `comm` whose messages use the contexts above the base `range` (CONTEXT_AGREEMENTS or CONTEXT_PARTITIONS).
static inline struct p2p_comm context_comm_in(const struct p2p_comm *comm, unsigned range)
{
    struct p2p_comm other = *comm;
    p2p_set_context(&other, range + comm_context(comm));
    return other;
}

// Takes numbers for `count` communicators that are free at all ranks of the agreement, and sets contexts[i] to the first of the
// P2P_CONTEXTS_A_COMM contexts of each. If fewer are left, takes none and returns false. All ranks of the agreement call it. It
// may be called in fibers, and several calls may be under way in one rank: none waits for another, in whatever order other ranks
// have begun them.
bool context_take(const struct agreement *agreement, int *contexts, int count);

// Gives a communicator's contexts back. They are taken again only when no receive is posted there any more.
void context_give_back(int context);

#endif
