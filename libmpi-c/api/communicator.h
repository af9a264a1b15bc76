// Communicators: what the API knows of them beside ranks and contexts (MPI 5.0 §7.3 to §7.6).
#ifndef API_COMMUNICATOR_H
#define API_COMMUNICATOR_H

#include "api/api.h"
#include "api/attribute.h"
#include "api/group.h"
#include "match/match.h"

struct topology;

struct comm_details {
    struct p2p_comm p2p;        // its address is the handle; not used for MPI_COMM_WORLD and MPI_COMM_SELF
    int references;             // the handle, and operations under way
    struct group *group;        // its own ranks
    struct group *remote;       // of an inter-communicator: the other group; else NULL
    struct p2p_comm *local;     // of an inter-communicator: its own group, for what collectives do there
    struct attribute_list attributes;
    struct topology *topology;  // NULL when there is none
    unsigned agreements;               // how many agreements its ranks have begun, see api/agreement.h
    MPI_Info info;              // the hints; MPI_INFO_NULL when there are none
    char name[MPI_MAX_OBJECT_NAME];
};

// Of any communicator that comm_of has given.
struct comm_details *comm_details(const struct p2p_comm *comm);

static inline bool comm_is_inter(const struct p2p_comm *comm)
{
    return comm->details != NULL && comm->details->remote != NULL;
}

// The first of its contexts.
static inline int comm_context(const struct p2p_comm *comm)
{
    return comm->any_key[P2P_USER] >> MATCH_CONTEXT_SHIFT;
}

MPI_Comm comm_handle(const struct p2p_comm *comm);

// Takes the references to the groups; error handler as `parent` has. `remote` is NULL but for inter-communicators, which take two
// numbers of contexts: for `local`, too.
struct p2p_comm *comm_new(struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent);

// Collective over `parent`, which may be an inter-communicator: a communicator with its ranks, and new contexts; without attributes
// and topology. NULL when no contexts are left. For the library's own use, too: a window has one for itself.
struct p2p_comm *comm_duplicate(const struct p2p_comm *parent);

// Collective over `parent`, no inter-communicator: a communicator of `group`, whose ranks are all in `parent`; NULL for who is not
// in it. Takes the reference to `group`. False when no contexts are left.
bool comm_of_group(const struct p2p_comm *parent, struct group *group, struct p2p_comm **comm);

// Gives the user the handle of a new communicator, MPI_COMM_NULL for NULL; `made` says whether there were contexts for it.
int comm_give(const char *function, const struct p2p_comm *parent, bool made, const struct p2p_comm *comm, MPI_Comm *handle);

// Operations under way keep it; the last release gives its contexts back.
void comm_retain(const struct p2p_comm *comm);
void comm_release(const struct p2p_comm *comm);

// There are no contexts left.
int comm_explain_contexts(const char *function, const struct p2p_comm *parent) __attribute__((cold));

// It is no inter-communicator, or is one, where it must not be.
int comm_explain_intra(const char *function, const struct p2p_comm *comm) __attribute__((cold));
int comm_explain_inter(const char *function, const struct p2p_comm *comm) __attribute__((cold));

#endif
