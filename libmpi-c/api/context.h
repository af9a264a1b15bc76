// Numbers for contexts, which all ranks of a new communicator agree upon (MPI 5.0 §7.2.3).
#ifndef API_CONTEXT_H
#define API_CONTEXT_H

#include "api/agreement.h"

// The map of contexts, which have 16 bits. A communicator's two lie at the bottom: its number times P2P_CONTEXTS_A_COMM. What must
// never meet its messages has two of its own, as far above the beginning of its range.
enum {
    CONTEXT_AGREEMENTS = 0x4000,  // messages of agreements: on contexts, of new communicators (api/agreement.h)
    CONTEXT_PARTITIONS = 0x8000,  // offers and parts of partitioned requests (api/partition.h)
    CONTEXT_NONE = 0xfffe,        // a communicator that has not got its contexts yet
};

// Of numbers for communicators, 64 a word.
enum { CONTEXT_WORDS = 28 };
_Static_assert(CONTEXT_WORDS * 64 * P2P_CONTEXTS_A_COMM <= CONTEXT_AGREEMENTS, "communicators end where agreements begin");

// A copy of a communicator for messages in another range of the map; its context for the user's messages is the first there.
static inline struct p2p_comm context_comm_in(const struct p2p_comm *comm, unsigned range)
{
    struct p2p_comm other = *comm;
    p2p_set_context(&other, range + comm_context(comm));
    return other;
}

// Takes `count` times P2P_CONTEXTS_A_COMM contexts that no communicator of these ranks has; false, and takes nothing, when so many
// are not left. All ranks of the agreement call it, also in fibers, and several may be under way in one rank: none waits for another,
// whatever their order elsewhere.
bool context_take(const struct agreement *agreement, int *contexts, int count);

// Is a receive posted in it, or in the second one?
bool context_is_awaited(int context);

void context_give_back(int context);

#endif
