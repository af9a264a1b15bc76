// Agreements: the exchange of messages between the ranks that create a communicator.
#include "api/agreement.h"

#include "api/context.h"
#include "coll/coll.h"

// A copy of `comm` for messages of agreements: in the context above the user's (P2P_USER), for agreements whose tag the user
// gives, or in the one above that of collectives (P2P_COLLECTIVE), for agreements that are numbered.
static struct p2p_comm agreement_comm(const struct p2p_comm *comm, enum p2p_context beside)
{
    struct p2p_comm other = context_comm_in(comm, CONTEXT_AGREEMENTS);
    other.key[P2P_COLLECTIVE] = other.key[beside];
    other.any_key[P2P_COLLECTIVE] = other.any_key[beside];
    return other;
}

static void agreement_begin(struct agreement *agreement, const struct p2p_comm *comm, enum p2p_context beside, int tag)
{
    agreement->comm = agreement_comm(comm, beside);
    agreement->tag = tag;
    agreement->rank = comm->rank;
    agreement->size = comm->size;
    agreement->leader = 0;
    agreement->ranks = NULL;
    agreement->other = MPI_PROC_NULL;
    agreement->local = NULL;
}

static int agreement_next_number(const struct p2p_comm *comm)
{
    return comm_details(comm)->agreements++ & INT32_MAX;
}

void agreement_of_comm(struct agreement *agreement, const struct p2p_comm *comm)
{
    bool inter = comm_is_inter(comm);
    const struct p2p_comm *local = inter ? comm->details->local : comm;
    agreement_begin(agreement, local, P2P_COLLECTIVE, agreement_next_number(local));
    if (!inter)
        return;
    agreement->local = local;
    agreement->bridge = agreement_comm(comm, P2P_COLLECTIVE);
    agreement->bridge_tag = agreement_next_number(comm);
    agreement->other = 0;
}

void agreement_of_group(struct agreement *agreement, const struct p2p_comm *comm, const struct group *group, const int *ranks,
                        int tag)
{
    agreement_begin(agreement, comm, P2P_USER, tag);
    agreement->rank = group->rank;
    agreement->size = group->size;
    agreement->ranks = ranks;
}

void agreement_of_leaders(struct agreement *agreement, const struct p2p_comm *local, int leader, const struct p2p_comm *bridge,
                          int other, int tag)
{
    agreement_begin(agreement, local, P2P_COLLECTIVE, agreement_next_number(local));
    agreement->local = local;
    agreement->leader = leader;
    agreement->other = other;
    agreement->bridge_tag = tag;
    if (local->rank == leader)
        agreement->bridge = agreement_comm(bridge, P2P_USER);
}

// The rank in the communicator of the rank `distance` places after the leader in the agreement.
static int agreement_rank_at(const struct agreement *agreement, int distance)
{
    int rank = agreement->leader + distance;
    if (rank >= agreement->size)
        rank -= agreement->size;
    return agreement->ranks != NULL ? agreement->ranks[rank] : rank;
}

static void agreement_send(const struct agreement *agreement, const uint64_t *words, unsigned count, int distance)
{
    p2p_send(&agreement->comm, P2P_COLLECTIVE, words, count * sizeof *words, agreement_rank_at(agreement, distance),
             agreement->tag);
}

static void agreement_receive(const struct agreement *agreement, uint64_t *words, unsigned count, int distance)
{
    struct p2p_request request;
    p2p_receive(&request, &agreement->comm, P2P_COLLECTIVE, words, count * sizeof *words, agreement_rank_at(agreement, distance),
                agreement->tag);
}

static void agreement_combine(uint64_t *words, const uint64_t *others, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        words[i] &= others[i];
}

static void agreement_cross(const struct agreement *agreement, const void *out, size_t out_bytes, void *in, size_t in_bytes)
{
    struct p2p_request request;
    p2p_exchange(&request, &agreement->bridge, P2P_COLLECTIVE, out, out_bytes, agreement->other, agreement->bridge_tag, in,
                 in_bytes, agreement->other, agreement->bridge_tag);
}

// Combines the bits up a binomial tree to the leader, exchanges them with the leader of the other side if there is one, and sends
// the result down the tree.
void agreement_and(const struct agreement *agreement, uint64_t *words, unsigned count)
{
    uint64_t others[AGREEMENT_WORDS];
    int own = agreement->rank - agreement->leader, distance = 1;
    if (own < 0)
        own += agreement->size;
    for (; distance < agreement->size && (own & distance) == 0; distance *= 2) {
        if (own + distance < agreement->size) {
            agreement_receive(agreement, others, count, own + distance);
            agreement_combine(words, others, count);
        }
    }
    if (own != 0) {
        agreement_send(agreement, words, count, own - distance);
        agreement_receive(agreement, words, count, own - distance);
    } else if (agreement->other != MPI_PROC_NULL) {
        agreement_cross(agreement, words, count * sizeof *words, others, count * sizeof *words);
        agreement_combine(words, others, count);
    }
    while ((distance /= 2) > 0) {
        if (own + distance < agreement->size)
            agreement_send(agreement, words, count, own + distance);
    }
}

void agreement_swap(const struct agreement *agreement, const void *mine, size_t bytes, void *theirs, size_t their_bytes)
{
    if (agreement->rank == agreement->leader)
        agreement_cross(agreement, mine, bytes, theirs, their_bytes);
    coll_bcast(agreement->local, theirs, their_bytes, agreement->leader);
}
