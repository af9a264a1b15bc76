// MPI_Session_attach_buffer and the other functions for buffers of sessions (MPI 5.0 §3.6). The functions that replace others note which
// session a communicator comes from. Groups do not say from which session they come: a communicator that is made from a group belongs
// to the session that has given a group last (MPI_Group_from_session_pset).
#include "api/communicator.h"
#include "api/large.h"
#include "dynamic/buffer.h"

static struct session *session_named;            // the session that session_of has returned last
static const struct session *session_of_groups;  // the session that has given a group last; NULL: none, or it has ended

// A communicator that comes from a session, or has its address. It is reused when a new communicator has the address.
struct buffer_derived {
    const struct p2p_comm *comm;
    const struct session *session;  // NULL: none, or it has ended
    struct buffer_derived *next;
};

static struct buffer_derived *buffer_derived;

static struct buffer_derived *buffer_derived_of(const struct p2p_comm *comm)
{
    struct buffer_derived *derived = buffer_derived;
    while (derived != NULL && derived->comm != comm)
        derived = derived->next;
    return derived;
}

const struct session *buffer_session_of(const struct p2p_comm *comm)
{
    const struct buffer_derived *derived = buffer_derived_of(comm);
    return derived != NULL ? derived->session : NULL;
}

static void buffer_derive(const struct p2p_comm *comm, const struct session *session)
{
    struct buffer_derived *derived = buffer_derived_of(comm);
    if (derived != NULL) {
        derived->session = session;
    } else if (session != NULL) {
        derived = p2p_allocate(sizeof *derived, "MPI: no memory to note the session of a communicator");
        *derived = (struct buffer_derived){comm, session, buffer_derived};
        buffer_derived = derived;
    }
}

struct session *session_of(MPI_Session handle)
{
    session_named = session_of_plain(handle);
    return session_named;
}

MPI_Group group_handle_from_session(struct group *group)
{
    session_of_groups = session_named;
    return group_handle(group);
}

MPI_Comm comm_handle_from_group(const struct p2p_comm *comm)
{
    buffer_derive(comm, session_of_groups);
    return comm_handle(comm);
}

struct p2p_comm *comm_new(struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent)
{
    struct p2p_comm *comm = comm_new_plain(group, remote, contexts, parent);
    buffer_derive(comm, buffer_session_of(parent));
    return comm;
}

static bool session_has_ended(const struct session *session)
{
    return session != NULL && session_of_plain((MPI_Session)session) == NULL;
}

// The session that ends is freed already. A later one may have its address.
void session_ends(void)
{
    for (struct buffer_derived *derived = buffer_derived; derived != NULL; derived = derived->next) {
        if (session_has_ended(derived->session))
            derived->session = NULL;
    }
    if (session_has_ended(session_of_groups))
        session_of_groups = NULL;
    buffer_release_ended();
    session_ends_plain();
}

// Returns MPI_SUCCESS, or reports an invalid session and returns the error class.
static int buffer_of_session(const char *function, MPI_Session session, struct buffer_owner *owner)
{
    const struct session *known = session_of(session);
    if (known == NULL)
        return session_explain(function, session);
    *owner = (struct buffer_owner){.session = known, .errhandler = known->errhandler, .handle = session};
    return MPI_SUCCESS;
}

int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)
{
    struct buffer_owner owner;
    int error = buffer_of_session("MPI_Session_attach_buffer", session, &owner);
    return error != MPI_SUCCESS ? error : buffer_owner_attach("MPI_Session_attach_buffer", &owner, buffer, size);
}
API_WEAK(Session_attach_buffer)

// `buffer` is the address of a pointer, which is set to the buffer.
int PMPI_Session_detach_buffer(MPI_Session session, void *buffer, int *size)
{
    struct buffer_owner owner;
    int error = buffer_of_session("MPI_Session_detach_buffer", session, &owner);
    return error != MPI_SUCCESS ? error : buffer_owner_detach("MPI_Session_detach_buffer", &owner, buffer, size);
}
API_WEAK(Session_detach_buffer)

int PMPI_Session_flush_buffer(MPI_Session session)
{
    struct buffer_owner owner;
    int error = buffer_of_session("MPI_Session_flush_buffer", session, &owner);
    return error != MPI_SUCCESS ? error : buffer_owner_flush("MPI_Session_flush_buffer", &owner);
}
API_WEAK(Session_flush_buffer)

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
    struct buffer_owner owner;
    int error = buffer_of_session("MPI_Session_iflush_buffer", session, &owner);
    return error != MPI_SUCCESS ? error : buffer_owner_iflush("MPI_Session_iflush_buffer", &owner, request);
}
API_WEAK(Session_iflush_buffer)

LARGE(Session_attach_buffer, MPI_COMM_NULL, (MPI_Session session, void *buffer, MPI_Count size), (session, buffer, (int)size), size)

int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer, MPI_Count *size)
{
    int narrow;
    int error = PMPI_Session_detach_buffer(session, buffer, size == NULL ? NULL : &narrow);
    if (error == MPI_SUCCESS)
        *size = narrow;
    return error;
}
API_WEAK(Session_detach_buffer_c)
