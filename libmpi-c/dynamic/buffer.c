// Buffers of communicators and sessions, and the flushing of buffers (MPI 5.0 §3.6). The functions here replace those of api/buffer.c,
// which know the process's buffer only.
#include "dynamic/buffer.h"

#include "api/errhandler.h"

// A buffer that is not selected is kept in `buffer`; the selected one is in buffer_attached.
struct buffer_owned {
    struct buffer buffer;
    const struct p2p_comm *comm;    // its owner, as in struct buffer_owner
    const struct session *session;
    struct buffer_owned *next;
};

// The list of all buffers begins with the process's.
static struct buffer_owned buffer_process, *buffer_selected = &buffer_process;

static void buffer_select(struct buffer_owned *owned)
{
    buffer_selected->buffer = buffer_attached;
    buffer_selected = owned;
    buffer_attached = owned->buffer;
}

void buffer_select_process(void)
{
    buffer_select(&buffer_process);
}

// Returns the link to the owner's buffer; if there is none, the link at the end of the list.
static struct buffer_owned **buffer_link(const struct buffer_owner *owner)
{
    struct buffer_owned **link = &buffer_process.next;
    while (*link != NULL && ((*link)->comm != owner->comm || (*link)->session != owner->session))
        link = &(*link)->next;
    return link;
}

bool buffer_exists(const struct buffer_owner *owner)
{
    return *buffer_link(owner) != NULL;
}

const struct session *buffer_session_of_plain(const struct p2p_comm *comm)
{
    (void)comm;
    return NULL;
}
P2P_REPLACEABLE(const struct session *, buffer_session_of, (const struct p2p_comm *comm), buffer_session_of_plain)

// Returns the buffer for messages in a communicator: its own, else that of its session, else the process's.
static struct buffer_owned *buffer_for(const struct p2p_comm *comm)
{
    struct buffer_owned *found = &buffer_process;
    const struct session *session = buffer_session_of(comm);
    for (struct buffer_owned *owned = buffer_process.next; owned != NULL; owned = owned->next) {
        if (owned->comm == comm)
            return owned;
        if (session != NULL && owned->session == session)
            found = owned;
    }
    return found;
}

int buffer_send(const struct message *message, const char *function)
{
    buffer_select(buffer_for(message->comm));
    return buffer_send_plain(message, function);
}

void buffer_flush(void)
{
    for (struct buffer_owned *owned = &buffer_process; owned != NULL; owned = owned->next) {
        buffer_select(owned);
        buffer_flush_plain();
    }
}

static void buffer_unlink(struct buffer_owned **link, void **buffer, int *size)
{
    struct buffer_owned *owned = *link;
    buffer_select(owned);
    buffer_detach(buffer, size);
    buffer_select(&buffer_process);
    *link = owned->next;
    p2p_free(owned);
}

void buffer_release(const struct buffer_owner *owner, void **buffer, int *size)
{
    buffer_unlink(buffer_link(owner), buffer, size);
}

void buffer_release_ended(void)
{
    void *buffer;
    int size;
    for (struct buffer_owned **link = &buffer_process.next; *link != NULL;) {
        const struct session *session = (*link)->session;
        if (session != NULL && session_of_plain((MPI_Session)session) == NULL)
            buffer_unlink(link, &buffer, &size);
        else
            link = &(*link)->next;
    }
}

int buffer_owner_attach(const char *function, const struct buffer_owner *owner, void *buffer, int size)
{
    if (size < 0)
        return api_error_of(owner->errhandler, owner->handle, MPI_ERR_ARG, "%s: negative size %d", function, size);
    if (buffer == NULL)
        return api_error_of(owner->errhandler, owner->handle, MPI_ERR_BUFFER, "%s: null buffer of %d bytes", function, size);
    struct buffer_owned **link = buffer_link(owner);
    if (*link != NULL)
        return api_error_of(owner->errhandler, owner->handle, MPI_ERR_BUFFER, "%s: a buffer is attached already", function);
    struct buffer_owned *owned = p2p_allocate(sizeof *owned, "MPI: no memory for another buffer");
    *owned = (struct buffer_owned){.comm = owner->comm, .session = owner->session};
    *link = owned;
    buffer_select(owned);
    buffer_attach(buffer, size);
    return MPI_SUCCESS;
}

static int buffer_explain(const char *function, const struct buffer_owner *owner)
{
    return api_error_of(owner->errhandler, owner->handle, MPI_ERR_BUFFER, "%s: no buffer is attached", function);
}

int buffer_owner_detach(const char *function, const struct buffer_owner *owner, void *buffer, int *size)
{
    if (buffer == NULL || size == NULL)
        return api_error_of(owner->errhandler, owner->handle, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function,
                            buffer == NULL ? "buffer_addr" : "size");
    if (!buffer_exists(owner))
        return buffer_explain(function, owner);
    buffer_release(owner, buffer, size);
    return MPI_SUCCESS;
}

int buffer_owner_flush(const char *function, const struct buffer_owner *owner)
{
    if (!buffer_exists(owner))
        return buffer_explain(function, owner);
    buffer_select(*buffer_link(owner));
    buffer_flush_plain();
    return MPI_SUCCESS;
}

int buffer_owner_iflush(const char *function, const struct buffer_owner *owner, MPI_Request *request)
{
    if (request == NULL)
        return api_error_of(owner->errhandler, owner->handle, MPI_ERR_ARG, "%s: the argument `request` is a null pointer",
                            function);
    if (!buffer_exists(owner))
        return buffer_explain(function, owner);
    buffer_select(*buffer_link(owner));
    *request = buffer_iflush();
    return MPI_SUCCESS;
}

int PMPI_Buffer_flush(void)
{
    api_enter("MPI_Buffer_flush");
    buffer_select(&buffer_process);
    buffer_flush_plain();
    return MPI_SUCCESS;
}
API_WEAK(Buffer_flush)

int PMPI_Buffer_iflush(MPI_Request *request)
{
    api_enter("MPI_Buffer_iflush");
    if (request == NULL)
        return api_explain_pointer("MPI_Buffer_iflush", NULL, "request");
    buffer_select(&buffer_process);
    *request = buffer_iflush();
    return MPI_SUCCESS;
}
API_WEAK(Buffer_iflush)
