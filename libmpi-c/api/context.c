// Which contexts are in use.
#include "api/context.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "coll/coll.h"

// Bit i: communicator i. MPI_COMM_WORLD and MPI_COMM_SELF have the first two.
static uint64_t api_contexts_used[API_CONTEXT_WORDS] = {3};

static struct api_context_offer *api_offers;

void api_context_begin(struct api_context_offer *offer, uint64_t turn)
{
    offer->turn = turn;
    offer->next = api_offers;
    api_offers = offer;
}

static bool api_is_first(const struct api_context_offer *offer)
{
    for (const struct api_context_offer *other = api_offers; other != NULL; other = other->next) {
        if (other->turn < offer->turn)
            return false;
    }
    return true;
}

// Of several offers in one rank only one may be answered, or both would take the same; that of the lowest turn, which is the
// lowest wherever it is under way, is answered when it has begun everywhere.
void api_context_fill(struct api_context_offer *offer)
{
    uint64_t mine = api_is_first(offer) ? UINT64_MAX : 0;
    for (unsigned i = 0; i < API_CONTEXT_WORDS; i++)
        offer->free[i] = ~api_contexts_used[i] & mine;
    offer->free[API_CONTEXT_WORDS] = mine;
}

int api_context_choose(struct api_context_offer *offer)
{
    if (offer->free[API_CONTEXT_WORDS] == 0)
        return -2;
    for (unsigned i = 0; i < API_CONTEXT_WORDS; i++) {
        if (offer->free[i] != 0) {
            unsigned bit = __builtin_ctzll(offer->free[i]);
            api_contexts_used[i] |= (uint64_t)1 << bit;
            return (i * 64 + bit) * P2P_CONTEXTS_A_COMM;
        }
    }
    return -1;
}

void api_context_end(struct api_context_offer *offer)
{
    struct api_context_offer **link = &api_offers;
    while (*link != offer)
        link = &(*link)->next;
    *link = offer->next;
}

int api_context_take(const struct p2p_comm *comm)
{
    struct api_context_offer offer;
    struct coll_reduction both = {.combine = coll_find_kernel(MPI_BAND, P2P_U64), .count = API_CONTEXT_WORDS + 1,
                                  .extent = sizeof(uint64_t)};
    api_context_begin(&offer, comm->any_key[P2P_COLLECTIVE]);
    int context;
    do {
        api_context_fill(&offer);
        coll_allreduce(comm, MPI_IN_PLACE, offer.free, &both);
        context = api_context_choose(&offer);
    } while (context == -2);
    api_context_end(&offer);
    return context;
}

void api_context_give_back(int context)
{
    unsigned number = context / P2P_CONTEXTS_A_COMM;
    api_contexts_used[number / 64] &= ~((uint64_t)1 << number % 64);
}
