// Groups: ordered sets of ranks, as nodes (MPI 5.0 §7.2).
#ifndef API_GROUP_H
#define API_GROUP_H

#include "api/api.h"
#include "p2p/object.h"

struct api_group {
    struct p2p_object object;
    int size, rank;   // the own rank, MPI_UNDEFINED for who is not in it
    uint16_t *nodes;  // by rank
};

// NULL when the handle is no group; MPI_GROUP_EMPTY is one.
struct api_group *api_group(MPI_Group handle);

// `nodes` are to be filled in; then api_group_ready finds the own rank.
struct api_group *api_group_new(int size);
void api_group_ready(struct api_group *group);
void api_group_release(struct api_group *group);

// The handle for the user, to whom it brings a reference: MPI_GROUP_EMPTY for one without ranks, which is released.
MPI_Group api_group_handle(struct api_group *group);

static inline bool api_group_has(const struct api_group *group, int rank)
{
    return (unsigned)rank < (unsigned)group->size;
}

// The rank of a node; MPI_UNDEFINED when it is not in the group.
int api_group_find(const struct api_group *group, int node);

// MPI_IDENT, MPI_SIMILAR for the same ranks in another order, MPI_UNEQUAL.
int api_group_compare(const struct api_group *one, const struct api_group *other);

int api_explain_group(const char *function, MPI_Group group) __attribute__((cold));
int api_explain_group_rank(const char *function, const struct api_group *group, int rank) __attribute__((cold));

#endif
