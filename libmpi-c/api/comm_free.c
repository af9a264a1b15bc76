// MPI_Comm_free and MPI_Comm_disconnect (MPI 5.0 §7.4.3, §11.10.4).
#include "api/buffer.h"
#include "api/communicator.h"
#include "api/detached.h"

static int comm_free(const char *function, MPI_Comm *handle, bool waits)
{
    if (handle == NULL)
        return api_explain_pointer(function, NULL, "comm");
    struct p2p_comm *comm = comm_of(*handle);
    if (comm == NULL)
        return api_explain_comm(function, *handle);
    if (comm == &p2p_world || comm == &p2p_self)
        return api_error(comm, MPI_ERR_COMM, "%s: %s cannot be freed", function, comm->name);
    int error = attribute_delete_all(ATTRIBUTE_OF_COMM, *handle, &comm->details->attributes);
    if (error != MPI_SUCCESS)
        return api_error(comm, error, "%s: an attribute's delete function returned %d", function, error);
    // The program has completed all its requests. Buffered sends and freed requests may still be under way.
    if (waits) {
        buffer_flush();
        detached_finish_sends();
    }
    comm->magic = 0;
    comm_release(comm);
    *handle = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int PMPI_Comm_free(MPI_Comm *comm)
{
    api_enter("MPI_Comm_free");
    return comm_free("MPI_Comm_free", comm, false);
}
API_WEAK(Comm_free)

int PMPI_Comm_disconnect(MPI_Comm *comm)
{
    api_enter("MPI_Comm_disconnect");
    return comm_free("MPI_Comm_disconnect", comm, true);
}
API_WEAK(Comm_disconnect)
