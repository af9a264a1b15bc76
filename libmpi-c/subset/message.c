// TMD-MPI: blocking messages. A send waits for its receive.
#include "subset/elements.h"

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
    subset_set_status(status, source, tag, bytes);
    return MPI_SUCCESS;
}
