// Groups: ordered sets of processes, each named by its node (MPI 5.0 §7.2).
#ifndef API_GROUP_H
#define API_GROUP_H

#include "api/api.h"
#include "p2p/object.h"

struct group {
    struct p2p_object object;
    int size, rank;   // `rank` is this process's rank, or MPI_UNDEFINED if it is not in the group
    uint16_t *nodes;  // the node of each rank
};

// Returns the group behind a handle, MPI_GROUP_EMPTY included, or NULL if the handle is no group.
struct group *group_of(MPI_Group handle);
struct group *group_of_plain(MPI_Group handle);

// Makes a group with one reference. The caller fills in `nodes`, then calls group_ready, which sets `rank`.
struct group *group_new(int size);
void group_ready(struct group *group);
void group_ready_plain(struct group *group);

// Drops a reference; the last one frees the group.
void group_release(struct group *group);

// Returns the handle for the program, which takes over one reference. A group without ranks is released, and its handle is
// MPI_GROUP_EMPTY.
MPI_Group group_handle(struct group *group);
MPI_Group group_handle_plain(struct group *group);

// The same for a group of the session that session_of has returned last.
MPI_Group group_handle_from_session(struct group *group);

// Is `rank` a rank of the group?
static inline bool group_has(const struct group *group, int rank)
{
    return (unsigned)rank < (unsigned)group->size;
}

// Returns the rank of a node, or MPI_UNDEFINED if it is not in the group.
int group_find(const struct group *group, int node);

// Returns MPI_IDENT, MPI_SIMILAR (the same processes in another order) or MPI_UNEQUAL.
int group_compare(const struct group *one, const struct group *other);

// Report an invalid group, or a rank that is not in the group; return the error class.
int group_explain(const char *function, MPI_Group group) __attribute__((cold));
int group_explain_rank(const char *function, const struct group *group, int rank) __attribute__((cold));

#endif
