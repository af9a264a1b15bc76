// MPI_Comm_attach_buffer and the other functions for buffers of communicators (MPI 5.0 §3.6).
#include "api/communicator.h"
#include "api/large.h"
#include "dynamic/buffer.h"

// The key of the attribute by which MPI_Comm_free and MPI_Comm_disconnect detach the buffer of a communicator.
static int buffer_keyval = MPI_KEYVAL_INVALID;

// The delete function of the attribute, which MPI_Comm_detach_buffer deletes when the buffer is detached already.
static int buffer_comm_ends(MPI_Comm comm, int keyval, void *value, void *extra_state)
{
    const struct buffer_owner owner = {.comm = comm_of(comm)};
    void *buffer;
    int size;
    (void)keyval;
    (void)value;
    (void)extra_state;
    if (buffer_exists(&owner))
        buffer_release(&owner, &buffer, &size);
    return MPI_SUCCESS;
}

// Returns MPI_SUCCESS, or reports an invalid communicator and returns the error class.
static int buffer_of_comm(const char *function, MPI_Comm comm, struct buffer_owner *owner)
{
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    *owner = (struct buffer_owner){.comm = known, .errhandler = known->errhandler, .handle = comm};
    return MPI_SUCCESS;
}

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
    struct buffer_owner owner;
    int error = buffer_of_comm("MPI_Comm_attach_buffer", comm, &owner);
    if (error == MPI_SUCCESS)
        error = buffer_owner_attach("MPI_Comm_attach_buffer", &owner, buffer, size);
    if (error != MPI_SUCCESS)
        return error;
    if (buffer_keyval == MPI_KEYVAL_INVALID)
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, buffer_comm_ends, &buffer_keyval, NULL);
    return PMPI_Comm_set_attr(comm, buffer_keyval, NULL);
}
API_WEAK(Comm_attach_buffer)

// `buffer` is the address of a pointer, which is set to the buffer.
int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer, int *size)
{
    struct buffer_owner owner;
    int error = buffer_of_comm("MPI_Comm_detach_buffer", comm, &owner);
    if (error == MPI_SUCCESS)
        error = buffer_owner_detach("MPI_Comm_detach_buffer", &owner, buffer, size);
    return error != MPI_SUCCESS ? error : PMPI_Comm_delete_attr(comm, buffer_keyval);
}
API_WEAK(Comm_detach_buffer)

int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
    struct buffer_owner owner;
    int error = buffer_of_comm("MPI_Comm_flush_buffer", comm, &owner);
    return error != MPI_SUCCESS ? error : buffer_owner_flush("MPI_Comm_flush_buffer", &owner);
}
API_WEAK(Comm_flush_buffer)

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
    struct buffer_owner owner;
    int error = buffer_of_comm("MPI_Comm_iflush_buffer", comm, &owner);
    return error != MPI_SUCCESS ? error : buffer_owner_iflush("MPI_Comm_iflush_buffer", &owner, request);
}
API_WEAK(Comm_iflush_buffer)

LARGE(Comm_attach_buffer, comm, (MPI_Comm comm, void *buffer, MPI_Count size), (comm, buffer, (int)size), size)

int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count *size)
{
    int narrow;
    int error = PMPI_Comm_detach_buffer(comm, buffer, size == NULL ? NULL : &narrow);
    if (error == MPI_SUCCESS)
        *size = narrow;
    return error;
}
API_WEAK(Comm_detach_buffer_c)
