// Groups: ordered sets of ranks, as nodes (MPI 5.0 §7.2).
#ifndef API_GROUP_H
#define API_GROUP_H

#include "api/api.h"
#include "p2p/object.h"

struct group {
    struct p2p_object object;
    int size, rank;   // the own rank, MPI_UNDEFINED for who is not in it
    uint16_t *nodes;  // by rank
};

// NULL when the handle is no group; MPI_GROUP_EMPTY is one.
struct group *group_of(MPI_Group handle);

// `nodes` are to be filled in; then group_ready finds the own rank.
struct group *group_new(int size);
void group_ready(struct group *group);
void group_release(struct group *group);

// The handle for the user, to whom it brings a reference: MPI_GROUP_EMPTY for one without ranks, which is released.
MPI_Group group_handle(struct group *group);

static inline bool group_has(const struct group *group, int rank)
{
    return (unsigned)rank < (unsigned)group->size;
}

// The rank of a node; MPI_UNDEFINED when it is not in the group.
int group_find(const struct group *group, int node);

// MPI_IDENT, MPI_SIMILAR for the same ranks in another order, MPI_UNEQUAL.
int group_compare(const struct group *one, const struct group *other);

int group_explain(const char *function, MPI_Group group) __attribute__((cold));
int group_explain_rank(const char *function, const struct group *group, int rank) __attribute__((cold));

#endif
