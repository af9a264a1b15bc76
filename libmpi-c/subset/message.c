// TMD-MPI: blocking messages. A send waits for its receive.
#include "subset/elements.h"

static void subset_check_tag(int tag)
{
    if (tag < 0)
        subset_fail(MPI_ERR_TAG, "TMD-MPI: the tag is negative; there is no MPI_ANY_TAG");
}

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    subset_check_comm(comm);
    subset_check_tag(tag);
    subset_send_elements(SUBSET_MARK_USER, dest, tag, buf, count, datatype);
    return MPI_SUCCESS;
}

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    subset_check_comm(comm);
    subset_check_tag(tag);
    size_t bytes = subset_receive_elements(source, tag, buf, count, datatype);
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->MPI_internal[0] = (int)bytes;
        status->MPI_internal[1] = 0;
    }
    return MPI_SUCCESS;
}
