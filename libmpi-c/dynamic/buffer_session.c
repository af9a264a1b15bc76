// MPI_Session_attach_buffer and the other functions for buffers of sessions (MPI 5.0 §3.6). The functions that replace others note which
// session a group or a communicator comes from.
#include <string.h>

#include "api/communicator.h"
#include "api/large.h"
#include "dynamic/buffer.h"

static const struct session *session_named;     // the session that session_of has returned last
static const struct session *session_of_group;  // that of the group that group_of has returned last; the empty group does not count

// A group or a communicator that comes from a session, or has its address. It is reused when a new object has the address.
struct buffer_derived {
    const void *object;
    const struct session *session;  // NULL: none, or it has ended
    struct buffer_derived *next;
};

static struct buffer_derived *buffer_derived;

static struct buffer_derived *buffer_derived_of(const void *object)
{
    struct buffer_derived *derived = buffer_derived;
    while (derived != NULL && derived->object != object)
        derived = derived->next;
    return derived;
}

static const struct session *buffer_noted(const void *object)
{
    const struct buffer_derived *derived = buffer_derived_of(object);
    return derived != NULL ? derived->session : NULL;
}

const struct session *buffer_session_of(const struct p2p_comm *comm)
{
    return buffer_noted(comm);
}

static void buffer_note(const void *object, const struct session *session)
{
    struct buffer_derived *derived = buffer_derived_of(object);
    if (derived != NULL) {
        derived->session = session;
    } else if (session != NULL) {
        derived = p2p_allocate(sizeof *derived, "MPI: no memory to note the session of an object");
        *derived = (struct buffer_derived){object, session, buffer_derived};
        buffer_derived = derived;
    }
}

// Notes the session of a group if it is new, so that nothing else refers to it.
static void buffer_note_new(const struct group *group, const struct session *session)
{
    if (group->object.references == 1)
        buffer_note(group, session);
}

struct session *session_of(MPI_Session handle)
{
    struct session *session = session_of_plain(handle);
    session_named = session;
    return session;
}

struct group *group_of(MPI_Group handle)
{
    struct group *group = group_of_plain(handle);
    if (handle != MPI_GROUP_EMPTY)
        session_of_group = buffer_noted(group);
    return group;
}

// A new group is made of those that group_of has returned.
MPI_Group group_handle(struct group *group)
{
    buffer_note_new(group, session_of_group);
    return group_handle_plain(group);
}

// The group of a process set belongs to all sessions, so the program gets a copy.
MPI_Group group_handle_from_session(struct group *group)
{
    struct group *copy = group_new(group->size);
    memcpy(copy->nodes, group->nodes, group->size * sizeof *copy->nodes);
    group_ready(copy);
    group_release(group);
    buffer_note_new(copy, session_named);
    return group_handle_plain(copy);
}

MPI_Comm comm_handle_from_group(const struct p2p_comm *comm)
{
    buffer_note(comm, buffer_noted(comm_details(comm)->group));
    return comm_handle(comm);
}

struct p2p_comm *comm_new(struct group *group, struct group *remote, const int *contexts, const struct p2p_comm *parent)
{
    const struct session *session = buffer_session_of(parent);
    buffer_note_new(group, session);
    if (remote != NULL)
        buffer_note_new(remote, session);
    struct p2p_comm *comm = comm_new_plain(group, remote, contexts, parent);
    buffer_note(comm, session);
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
    if (session_has_ended(session_of_group))
        session_of_group = NULL;
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
