// Numbers for contexts, which all ranks of a new communicator agree upon (MPI 5.0 §7.2.3).
#ifndef API_CONTEXT_H
#define API_CONTEXT_H

#include "p2p/comm.h"

// Collective over `comm`: the first of P2P_CONTEXTS_A_COMM contexts that no communicator of these ranks has; -1 when there is none
// left. Several may go on at once, of several communicators.
int api_context_take(const struct p2p_comm *comm);

// The same for two groups, each with a communicator of its own and one between their leaders, is made of these: offers what is free
// here, takes what both have, and ends the offer. The lowest `turn` of all under way here is the one that may take.
enum { API_CONTEXT_WORDS = 32 };  // 64 communicators each

struct api_context_offer {
    struct api_context_offer *next;
    uint64_t turn;
    uint64_t free[API_CONTEXT_WORDS + 1];  // the last word is zero as long as one of the ranks has to wait
};

void api_context_begin(struct api_context_offer *offer, uint64_t turn);
void api_context_fill(struct api_context_offer *offer);
// What all have offered: a context; -1 none is left; -2 not yet, fill again.
int api_context_choose(struct api_context_offer *offer);
void api_context_end(struct api_context_offer *offer);

void api_context_give_back(int context);

#endif
