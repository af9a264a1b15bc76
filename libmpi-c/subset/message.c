// TMD-MPI: blocking messages. A send waits for its receive.
#include "subset/mark.h"

// Neither wildcards nor MPI_PROC_NULL, and nothing that a rank sends to itself: it would wait for itself.
static void subset_check_peer(int rank, int tag)
{
    if ((unsigned)rank >= subset_world.size)
        subset_fail(MPI_ERR_RANK, "TMD-MPI: no such rank; there is neither MPI_ANY_SOURCE nor MPI_PROC_NULL");
    if ((unsigned)rank == subset_world.rank)
        subset_fail(MPI_ERR_RANK, "TMD-MPI: a rank has no messages for itself, as sends wait for their receive");
    if (tag < 0)
        subset_fail(MPI_ERR_TAG, "TMD-MPI: the tag is negative; there is no MPI_ANY_TAG");
}

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    subset_check_comm(comm);
    subset_check_peer(dest, tag);
    size_t bytes = subset_bytes(count, datatype);
    SUBSET_MARK_SENDING(SUBSET_MARK_USER, dest, tag, bytes);
    subset_send(dest, tag, buf, bytes);
    return MPI_SUCCESS;
}

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    subset_check_comm(comm);
    subset_check_peer(source, tag);
    size_t bytes = subset_bytes(count, datatype);
    subset_receive(source, tag, buf, bytes);
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->MPI_internal[0] = (int)bytes;
        status->MPI_internal[1] = 0;
    }
    return MPI_SUCCESS;
}
