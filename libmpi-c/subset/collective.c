// TMD-MPI: barrier, broadcast and reduction, made of blocking messages. A fold combines data of all ranks at the root. A
// spread sends data of the root to all.
#include <string.h>

#include "subset/combine.h"
#include "subset/command.h"
#include "subset/elements.h"
#include "subset/tree.h"

// A reduction is done in pieces, so that it needs memory for two pieces only, on the stack.
typedef uint32_t subset_piece[64];

static void subset_send_part(unsigned rank, uint32_t tag, const void *data, int count, MPI_Datatype datatype)
{
    subset_send_elements(SUBSET_MARK_COLLECTIVE, rank, tag, data, count, datatype);
}

// `mine` is this rank's piece; at the root it becomes the result. If `count` is 0, nothing is combined.
static void subset_fold(unsigned root, subset_piece mine, int count, MPI_Datatype datatype, MPI_Op op)
{
    subset_piece other;
    unsigned place = subset_place(root), reach = subset_reach(place);
    for (unsigned step = 1; step < reach && place + step < subset_world.size; step = subset_step_up(step)) {
        subset_receive_elements(subset_rank(root, place + step), SUBSET_FOLD, other, count, datatype);
        if (count != 0)
            subset_combine(mine, other, count, datatype, op);
    }
    if (place != 0)
        subset_send_part(subset_rank(root, subset_parent(place)), SUBSET_FOLD, mine, count, datatype);
}

// The farthest children come first, because they have most to do.
static void subset_spread(unsigned root, void *data, int count, MPI_Datatype datatype)
{
    unsigned place = subset_place(root);
    if (place != 0)
        subset_receive_elements(subset_rank(root, subset_parent(place)), SUBSET_SPREAD, data, count, datatype);
    for (unsigned step = subset_step_down(subset_reach(place)); step > 0; step = subset_step_down(step)) {
        if (place + step < subset_world.size)
            subset_send_part(subset_rank(root, place + step), SUBSET_SPREAD, data, count, datatype);
    }
}

int MPI_Barrier(MPI_Comm comm)
{
    subset_check_comm(comm);
    if (subset_command_barrier())
        return MPI_SUCCESS;
    subset_fold(0, NULL, 0, MPI_BYTE, MPI_OP_NULL);
    subset_spread(0, NULL, 0, MPI_BYTE);
    return MPI_SUCCESS;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    subset_check_comm(comm);
    subset_check_root(root);
    if (!subset_command_broadcast(root, buffer, count, datatype))
        subset_spread(root, buffer, count, datatype);
    return MPI_SUCCESS;
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    subset_check_comm(comm);
    subset_check_root(root);
    if (op != MPI_SUM && op != MPI_MAX)
        subset_fail(MPI_ERR_OP, "TMD-MPI: operations are MPI_SUM and MPI_MAX; build without MPI_SUBSET=1");
    const unsigned char *from = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    unsigned char *to = recvbuf;
    if (subset_command_reduce(root, from, to, count, datatype, op))
        return MPI_SUCCESS;
    subset_piece mine;
    size_t part;
    int most = sizeof mine >> subset_find_type(datatype)->shift;
    for (size_t left = subset_bytes(count, datatype); left > 0; left -= part, from += part, to += part, count -= most) {
        part = left < sizeof mine ? left : sizeof mine;
        memcpy(mine, from, part);
        subset_fold(root, mine, count < most ? count : most, datatype, op);
        if (subset_world.rank == (unsigned)root)
            memcpy(to, mine, part);
    }
    return MPI_SUCCESS;
}

// Each rank sends its block to the root, for any SUBSET_TREE. In a tree, inner ranks would need memory for others' blocks.
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    subset_check_comm(comm);
    subset_check_root(root);
    if (subset_world.rank != (unsigned)root) {
        subset_send_part(root, SUBSET_GATHER, sendbuf, sendcount, sendtype);
        return MPI_SUCCESS;
    }
    unsigned char *to = recvbuf;
    size_t bytes = subset_bytes(recvcount, recvtype);
    for (unsigned rank = 0; rank < subset_world.size; rank++, to += bytes) {
        if (rank != subset_world.rank)
            subset_receive_elements(rank, SUBSET_GATHER, to, recvcount, recvtype);
        else if (sendbuf != MPI_IN_PLACE)
            memcpy(to, sendbuf, bytes);
    }
    return MPI_SUCCESS;
}
