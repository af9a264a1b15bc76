// How ranks come to an agreement.
#include "api/agreement.h"

#include "api/context.h"
#include "coll/coll.h"

// Beside the user's context is one for tags that the user gives, beside that of collectives one for numbers.
static struct p2p_comm api_beside(const struct p2p_comm *comm, enum p2p_context beside)
{
    struct p2p_comm other = api_in_contexts(comm, API_AGREEMENT_CONTEXTS);
    other.key[P2P_COLLECTIVE] = other.key[beside];
    other.any_key[P2P_COLLECTIVE] = other.any_key[beside];
    return other;
}

static void api_agreement_begin(struct api_agreement *agreement, const struct p2p_comm *comm, enum p2p_context beside, int tag)
{
    agreement->comm = api_beside(comm, beside);
    agreement->tag = tag;
    agreement->rank = comm->rank;
    agreement->size = comm->size;
    agreement->leader = 0;
    agreement->ranks = NULL;
    agreement->other = MPI_PROC_NULL;
    agreement->local = NULL;
}

static int api_next_number(const struct p2p_comm *comm)
{
    return api_comm_details(comm)->agreements++ & INT32_MAX;
}

void api_agreement_of_comm(struct api_agreement *agreement, const struct p2p_comm *comm)
{
    bool inter = api_is_inter(comm);
    const struct p2p_comm *local = inter ? comm->details->local : comm;
    api_agreement_begin(agreement, local, P2P_COLLECTIVE, api_next_number(local));
    if (!inter)
        return;
    agreement->local = local;
    agreement->bridge = api_beside(comm, P2P_COLLECTIVE);
    agreement->bridge_tag = api_next_number(comm);
    agreement->other = 0;
}

void api_agreement_of_group(struct api_agreement *agreement, const struct p2p_comm *comm, const struct api_group *group, const int *ranks,
                         int tag)
{
    api_agreement_begin(agreement, comm, P2P_USER, tag);
    agreement->rank = group->rank;
    agreement->size = group->size;
    agreement->ranks = ranks;
}

void api_agreement_of_leaders(struct api_agreement *agreement, const struct p2p_comm *local, int leader, const struct p2p_comm *bridge,
                           int other, int tag)
{
    api_agreement_begin(agreement, local, P2P_COLLECTIVE, api_next_number(local));
    agreement->local = local;
    agreement->leader = leader;
    agreement->other = other;
    agreement->bridge_tag = tag;
    if (local->rank == leader)
        agreement->bridge = api_beside(bridge, P2P_USER);
}

// The rank in the communicator of who is so far behind the leader.
static int api_behind(const struct api_agreement *agreement, int distance)
{
    int rank = agreement->leader + distance;
    if (rank >= agreement->size)
        rank -= agreement->size;
    return agreement->ranks != NULL ? agreement->ranks[rank] : rank;
}

static void api_agreement_send(const struct api_agreement *agreement, const uint64_t *words, unsigned count, int distance)
{
    p2p_send(&agreement->comm, P2P_COLLECTIVE, words, count * sizeof *words, api_behind(agreement, distance), agreement->tag);
}

static void api_agreement_receive(const struct api_agreement *agreement, uint64_t *words, unsigned count, int distance)
{
    struct p2p_request request;
    p2p_receive(&request, &agreement->comm, P2P_COLLECTIVE, words, count * sizeof *words, api_behind(agreement, distance), agreement->tag);
}

static void api_and(uint64_t *words, const uint64_t *others, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        words[i] &= others[i];
}

static void api_cross(const struct api_agreement *agreement, const void *out, size_t out_bytes, void *in, size_t in_bytes)
{
    struct p2p_request request;
    p2p_exchange(&request, &agreement->bridge, P2P_COLLECTIVE, out, out_bytes, agreement->other, agreement->bridge_tag, in, in_bytes,
                 agreement->other, agreement->bridge_tag);
}

// Up and down a binomial tree, with the other agreement's bits got at the top.
void api_agreement_and(const struct api_agreement *agreement, uint64_t *words, unsigned count)
{
    uint64_t others[API_AGREEMENT_WORDS];
    int own = agreement->rank - agreement->leader, distance = 1;
    if (own < 0)
        own += agreement->size;
    for (; distance < agreement->size && (own & distance) == 0; distance *= 2) {
        if (own + distance < agreement->size) {
            api_agreement_receive(agreement, others, count, own + distance);
            api_and(words, others, count);
        }
    }
    if (own != 0) {
        api_agreement_send(agreement, words, count, own - distance);
        api_agreement_receive(agreement, words, count, own - distance);
    } else if (agreement->other != MPI_PROC_NULL) {
        api_cross(agreement, words, count * sizeof *words, others, count * sizeof *words);
        api_and(words, others, count);
    }
    while ((distance /= 2) > 0) {
        if (own + distance < agreement->size)
            api_agreement_send(agreement, words, count, own + distance);
    }
}

void api_agreement_swap(const struct api_agreement *agreement, const void *mine, size_t bytes, void *theirs, size_t their_bytes)
{
    if (agreement->rank == agreement->leader)
        api_cross(agreement, mine, bytes, theirs, their_bytes);
    coll_bcast(agreement->local, theirs, their_bytes, agreement->leader);
}
