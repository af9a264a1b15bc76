// TMD-MPI: messages of elements, with checks. MPI_Send, MPI_Recv and collectives are made of them (Saldaña 2006 §4.3.1).
#ifndef SUBSET_ELEMENTS_H
#define SUBSET_ELEMENTS_H

#include "subset/mark.h"

// Refuses wildcards, MPI_PROC_NULL, and messages of a rank to itself, for which it would wait for ever.
static inline void subset_check_peer(unsigned rank)
{
    if (rank >= subset_world.size)
        subset_fail(MPI_ERR_RANK, "TMD-MPI: no such rank; there is neither MPI_ANY_SOURCE nor MPI_PROC_NULL");
    if (rank == subset_world.rank)
        subset_fail(MPI_ERR_RANK, "TMD-MPI: a rank has no messages for itself, as sends wait for their receive");
}

static inline void subset_check_tag(int tag)
{
    if (tag < 0)
        subset_fail(MPI_ERR_TAG, "TMD-MPI: the tag is negative; there is no MPI_ANY_TAG");
}

static inline void subset_set_status(MPI_Status *status, int source, int tag, size_t bytes)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->MPI_internal[0] = (int)bytes;
    status->MPI_internal[1] = 0;
}

// `context` is a constant of mark.h.
static inline __attribute__((always_inline)) void subset_send_elements(unsigned context, unsigned rank, uint32_t tag,
                                                                       const void *data, int count, MPI_Datatype datatype)
{
    subset_check_peer(rank);
    size_t bytes = subset_bytes(count, datatype);
    SUBSET_MARK_SENDING(context, rank, tag, bytes);
    subset_send(rank, tag, data, bytes);
}

// Returns the bytes received.
static inline size_t subset_receive_elements(unsigned rank, uint32_t tag, void *data, int count, MPI_Datatype datatype)
{
    subset_check_peer(rank);
    size_t bytes = subset_bytes(count, datatype);
    subset_receive(rank, tag, data, bytes);
    return bytes;
}

#endif
