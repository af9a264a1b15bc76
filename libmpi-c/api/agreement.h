// Agreements: the ranks that make a communicator together, and how they come to an agreement. All of a communicator, both groups of
// an inter-communicator, a group within one, or two communicators with a leader each.
//
// Their messages have contexts of their own beside those of the communicators, so that they meet neither the user's messages
// nor collectives, and that several agreements can be under way at once in one rank; each has its tag.
#ifndef API_AGREEMENT_H
#define API_AGREEMENT_H

#include "api/communicator.h"

struct agreement {
    struct p2p_comm comm;       // for the messages within it
    int tag;
    int rank, size, leader;     // within it
    const int *ranks;           // in `comm`, by rank in the agreement; NULL: the same
    struct p2p_comm bridge;     // for the messages between the leaders of two agreements
    int bridge_tag, other;      // the other leader there; MPI_PROC_NULL when there is one agreement only
    const struct p2p_comm *local;  // of two agreements: the communicator that this one is
};

// Collective over `comm`, which may be an inter-communicator: numbers the agreement, so it has to be called in the same order
// everywhere.
void agreement_of_comm(struct agreement *agreement, const struct p2p_comm *comm);

// The ranks of a group within `comm` that are `ranks` there; only they call it, with the same tag.
void agreement_of_group(struct agreement *agreement, const struct p2p_comm *comm, const struct group *group, const int *ranks,
                        int tag);

// Two communicators, whose leaders reach each other in `bridge`, which has a meaning only there.
void agreement_of_leaders(struct agreement *agreement, const struct p2p_comm *local, int leader, const struct p2p_comm *bridge,
                          int other, int tag);

// Bits that all ranks have set, of at most so many words.
enum { AGREEMENT_WORDS = 29 };  // fit a packet
void agreement_and(const struct agreement *agreement, uint64_t *words, unsigned count);

// Of two agreements: gives the other one's ranks `mine`, which all ranks of this one have the same, and gets theirs. Not for fibers.
void agreement_swap(const struct agreement *agreement, const void *mine, size_t bytes, void *theirs, size_t their_bytes);

#endif
