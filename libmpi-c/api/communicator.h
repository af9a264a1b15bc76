// Communicators: the data that the API keeps in addition to ranks and contexts (MPI 5.0 §7.3 to §7.6).
#ifndef API_COMMUNICATOR_H
#define API_COMMUNICATOR_H

#include "api/api.h"
#include "api/attribute.h"
#include "api/group.h"
#include "match/match.h"

struct topology;

struct comm_details {
    struct p2p_comm p2p;        // its address is the handle; not used for MPI_COMM_WORLD and MPI_COMM_SELF
    int references;             // one for the handle, one for each operation under way
    struct group *group;        // the ranks of its own group
    struct group *remote;       // of an inter-communicator: the other group; else NULL
    struct p2p_comm *local;     // of an inter-communicator: a communicator of its own group, for collectives; else NULL
    struct attribute_list attributes;
    struct topology *topology;  // NULL: none
    unsigned agreements;        // how many agreements its ranks have begun (api/agreement.h)
    MPI_Info info;              // the hints; MPI_INFO_NULL: none
    char name[MPI_MAX_OBJECT_NAME];
};

// Returns the details of a valid communicator. Those of MPI_COMM_WORLD and MPI_COMM_SELF are made at the first call.
struct comm_details *comm_details(const struct p2p_comm *comm);

static inline bool comm_is_inter(const struct p2p_comm *comm)
{
    return comm->details != NULL && comm->details->remote != NULL;
}

// The first of the communicator's contexts.
static inline int comm_context(const struct p2p_comm *comm)
{
    return comm->any_key[P2P_USER] >> MATCH_CONTEXT_SHIFT;
}

// Returns the handle; the second form, of a communicator that was made from a group only.
MPI_Comm comm_handle(const struct p2p_comm *comm);
MPI_Comm comm_handle_from_group(const struct p2p_comm *comm);

// Makes a communicator with the error handler of `parent`. Takes over one reference to each group. `remote` is NULL unless the
// new communicator is an inter-communicator; then `contexts` has two numbers, the second one for its `local`. Sends nothing.
struct p2p_comm *comm_new(struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent);
struct p2p_comm *comm_new_plain(struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent);

// Makes a communicator with the ranks of `parent`, which may be an inter-communicator, and new contexts, without attributes and
// topology. Collective over `parent`. Returns NULL if no contexts are left. The library uses it, too: each window has a
// duplicate.
struct p2p_comm *comm_duplicate(const struct p2p_comm *parent);

// Makes a communicator of the ranks of `group`, which all are in `parent`. Collective over `parent`, which must not be an
// inter-communicator. Takes over one reference to `group`. Sets `*comm` to NULL at ranks that are not in `group`. Returns false
// if no contexts are left.
bool comm_of_group(const struct p2p_comm *parent, struct group *group, struct p2p_comm **comm);

// Sets `*handle` to the handle of a new communicator, or to MPI_COMM_NULL if `comm` is NULL. Returns MPI_SUCCESS if `made`;
// otherwise no contexts were left, which it reports to `parent`, and returns the error class.
int comm_give(const char *function, const struct p2p_comm *parent, bool made, const struct p2p_comm *comm, MPI_Comm *handle);

// Adds or drops a reference. Each operation under way has one. The last release frees the communicator and gives its contexts
// back.
void comm_retain(const struct p2p_comm *comm);
void comm_release(const struct p2p_comm *comm);

// Reports that no contexts are left; returns the error class.
int comm_explain_contexts(const char *function, const struct p2p_comm *parent) __attribute__((cold));

// Reports that `comm` is an intra-communicator where an inter-communicator is needed, or the other way round; returns the class.
int comm_explain_intra(const char *function, const struct p2p_comm *comm) __attribute__((cold));
int comm_explain_inter(const char *function, const struct p2p_comm *comm) __attribute__((cold));

#endif
