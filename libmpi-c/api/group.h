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

#endif
