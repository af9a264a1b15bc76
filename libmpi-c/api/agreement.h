// Agreements: the ranks that create a communicator exchange what all of them must know. The ranks are all ranks of a
// communicator, both groups of an inter-communicator, a group within a communicator, or two communicators with a leader each.
//
// Messages of agreements use contexts of their own (CONTEXT_AGREEMENTS), so they match neither the user's messages nor those of
// collectives. Each agreement has a tag, so several may be under way at once in one rank.
#ifndef API_AGREEMENT_H
#define API_AGREEMENT_H

#include "api/communicator.h"

struct agreement {
    struct p2p_comm comm;       // carries the messages within the agreement
    int tag;                    // of these messages
    int rank, size, leader;     // this rank, the number of ranks, and the leader's rank within the agreement
    const int *ranks;           // the rank in `comm` of each rank of the agreement; NULL: the same numbers
    struct p2p_comm bridge;     // carries the messages between the leaders of two sides; valid at the leader only
    int bridge_tag, other;      // tag and rank of the other leader in `bridge`; MPI_PROC_NULL if there is only one side
    const struct p2p_comm *local;  // if there are two sides: the communicator of this rank's side; else NULL
};

// Begins an agreement of all ranks of `comm`, which may be an inter-communicator. Collective over `comm`: the agreement gets the
// next number as its tag, so all ranks must call it in the same order. Sends nothing.
void agreement_of_comm(struct agreement *agreement, const struct p2p_comm *comm);

// Begins an agreement of the ranks of `group`, whose ranks in `comm` are `ranks`. Only these ranks call it, all with the same
// `tag`. `ranks` must stay valid as long as the agreement. Sends nothing.
void agreement_of_group(struct agreement *agreement, const struct p2p_comm *comm, const struct group *group, const int *ranks,
                        int tag);

// Begins an agreement of two communicators. `local` is the caller's own, `leader` its leader's rank there. The leaders reach each
// other in `bridge`, where `other` is the other leader's rank; both arguments have a meaning at the leader only. Sends nothing.
void agreement_of_leaders(struct agreement *agreement, const struct p2p_comm *local, int leader, const struct p2p_comm *bridge,
                          int other, int tag);

// Replaces `words` by the bits that are set at all ranks of the agreement, on both sides if there are two. All ranks call it with
// the same `count`, at most AGREEMENT_WORDS, which fit into a packet.
enum { AGREEMENT_WORDS = 29 };
void agreement_and(const struct agreement *agreement, uint64_t *words, unsigned count);

// Exchanges data between two sides: all ranks of the other side get `mine`, and this rank gets `theirs` from them. `mine` is read
// at the leader only. Must not be called in a fiber.
void agreement_swap(const struct agreement *agreement, const void *mine, size_t bytes, void *theirs, size_t their_bytes);

#endif
