// How ranks come to an agreement.
#include "api/circle.h"

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

static void api_circle_begin(struct api_circle *circle, const struct p2p_comm *comm, enum p2p_context beside, int tag)
{
    circle->comm = api_beside(comm, beside);
    circle->tag = tag;
    circle->rank = comm->rank;
    circle->size = comm->size;
    circle->leader = 0;
    circle->ranks = NULL;
    circle->other = MPI_PROC_NULL;
    circle->local = NULL;
}

static int api_next_number(const struct p2p_comm *comm)
{
    return api_comm_rest(comm)->circles++ & INT32_MAX;
}

void api_circle_of_comm(struct api_circle *circle, const struct p2p_comm *comm)
{
    bool inter = api_is_inter(comm);
    const struct p2p_comm *local = inter ? comm->rest->local : comm;
    api_circle_begin(circle, local, P2P_COLLECTIVE, api_next_number(local));
    if (!inter)
        return;
    circle->local = local;
    circle->bridge = api_beside(comm, P2P_COLLECTIVE);
    circle->bridge_tag = api_next_number(comm);
    circle->other = 0;
}

void api_circle_of_group(struct api_circle *circle, const struct p2p_comm *comm, const struct api_group *group, const int *ranks,
                         int tag)
{
    api_circle_begin(circle, comm, P2P_USER, tag);
    circle->rank = group->rank;
    circle->size = group->size;
    circle->ranks = ranks;
}

void api_circle_of_leaders(struct api_circle *circle, const struct p2p_comm *local, int leader, const struct p2p_comm *bridge,
                           int other, int tag)
{
    api_circle_begin(circle, local, P2P_COLLECTIVE, api_next_number(local));
    circle->local = local;
    circle->leader = leader;
    circle->other = other;
    circle->bridge_tag = tag;
    if (local->rank == leader)
        circle->bridge = api_beside(bridge, P2P_USER);
}

// The rank in the communicator of who is so far behind the leader.
static int api_behind(const struct api_circle *circle, int distance)
{
    int rank = circle->leader + distance;
    if (rank >= circle->size)
        rank -= circle->size;
    return circle->ranks != NULL ? circle->ranks[rank] : rank;
}

static void api_circle_send(const struct api_circle *circle, const uint64_t *words, unsigned count, int distance)
{
    p2p_send(&circle->comm, P2P_COLLECTIVE, words, count * sizeof *words, api_behind(circle, distance), circle->tag);
}

static void api_circle_receive(const struct api_circle *circle, uint64_t *words, unsigned count, int distance)
{
    struct p2p_request request;
    p2p_receive(&request, &circle->comm, P2P_COLLECTIVE, words, count * sizeof *words, api_behind(circle, distance), circle->tag);
}

static void api_and(uint64_t *words, const uint64_t *others, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        words[i] &= others[i];
}

static void api_cross(const struct api_circle *circle, const void *out, size_t out_bytes, void *in, size_t in_bytes)
{
    struct p2p_request request;
    p2p_exchange(&request, &circle->bridge, P2P_COLLECTIVE, out, out_bytes, circle->other, circle->bridge_tag, in, in_bytes,
                 circle->other, circle->bridge_tag);
}

// Up and down a binomial tree, with the other circle's bits got at the top.
void api_circle_and(const struct api_circle *circle, uint64_t *words, unsigned count)
{
    uint64_t others[API_CIRCLE_WORDS];
    int own = circle->rank - circle->leader, distance = 1;
    if (own < 0)
        own += circle->size;
    for (; distance < circle->size && (own & distance) == 0; distance *= 2) {
        if (own + distance < circle->size) {
            api_circle_receive(circle, others, count, own + distance);
            api_and(words, others, count);
        }
    }
    if (own != 0) {
        api_circle_send(circle, words, count, own - distance);
        api_circle_receive(circle, words, count, own - distance);
    } else if (circle->other != MPI_PROC_NULL) {
        api_cross(circle, words, count * sizeof *words, others, count * sizeof *words);
        api_and(words, others, count);
    }
    while ((distance /= 2) > 0) {
        if (own + distance < circle->size)
            api_circle_send(circle, words, count, own + distance);
    }
}

void api_circle_swap(const struct api_circle *circle, const void *mine, size_t bytes, void *theirs, size_t their_bytes)
{
    if (circle->rank == circle->leader)
        api_cross(circle, mine, bytes, theirs, their_bytes);
    coll_bcast(circle->local, theirs, their_bytes, circle->leader);
}
