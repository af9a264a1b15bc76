// Buffers of communicators, and the flushing of buffers (MPI 5.0 §3.6). The functions here replace those of api/buffer.c, which know the
// process's buffer only.
#include "api/buffer.h"

#include "api/communicator.h"
#include "api/large.h"
#include "p2p/agent.h"

// A buffer that is not selected is kept in `buffer`; the selected one is in buffer_attached.
struct buffer_owned {
    struct buffer buffer;
    const struct p2p_comm *comm;  // its communicator; NULL for the process's buffer
    struct buffer_owned *next;
};

// The list of all buffers begins with the process's.
static struct buffer_owned buffer_process, *buffer_selected = &buffer_process;

// The key of the attribute by which MPI_Comm_free and MPI_Comm_disconnect detach the buffer of a communicator.
static int buffer_keyval = MPI_KEYVAL_INVALID;

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

// Returns the link to the buffer of the communicator; if it has none, the link at the end of the list.
static struct buffer_owned **buffer_link(const struct p2p_comm *comm)
{
    struct buffer_owned **link = &buffer_process.next;
    while (*link != NULL && (*link)->comm != comm)
        link = &(*link)->next;
    return link;
}

int buffer_send(const struct message *message, const char *function)
{
    struct buffer_owned *owned = *buffer_link(message->comm);
    buffer_select(owned != NULL ? owned : &buffer_process);
    return buffer_send_plain(message, function);
}

void buffer_flush(void)
{
    for (struct buffer_owned *owned = &buffer_process; owned != NULL; owned = owned->next) {
        buffer_select(owned);
        buffer_flush_plain();
    }
}

// A flush under way: the messages that were in the buffer when it began, without those that have been seen to be sent.
struct buffer_iflush {
    struct p2p_agent agent;  // must be first
    struct buffer_iflush *next;
    struct composite *request;
    size_t left;
    const struct p2p_request *messages[];
};

static struct buffer_iflush *buffer_iflushes;

static bool buffer_iflush_ready(const struct p2p_agent *agent)
{
    const struct buffer_iflush *flush = (const struct buffer_iflush *)agent;
    return flush->left == 0 || flush->messages[flush->left - 1]->done;
}

static void buffer_iflush_look(struct buffer_iflush *flush)
{
    size_t left = 0;
    for (size_t i = 0; i < flush->left; i++) {
        if (!flush->messages[i]->done)
            flush->messages[left++] = flush->messages[i];
    }
    flush->left = left;
}

static void buffer_iflush_advance(struct p2p_agent *agent)
{
    struct buffer_iflush *flush = (struct buffer_iflush *)agent, **link = &buffer_iflushes;
    buffer_iflush_look(flush);
    if (flush->left != 0)
        return;
    while (*link != flush)
        link = &(*link)->next;
    *link = flush->next;
    p2p_agent_remove(agent);
    flush->request->p2p.done = true;
}

// The flushes under way look at their messages first, because another message may take the place of one that is removed.
void buffer_clean(void)
{
    for (struct buffer_iflush *flush = buffer_iflushes; flush != NULL; flush = flush->next)
        buffer_iflush_look(flush);
    buffer_clean_plain();
}

static int buffer_iflush_finish(struct composite *request, const char *function, MPI_Status *status)
{
    (void)request;
    (void)function;
    status_set_empty(status);
    return MPI_SUCCESS;
}

static const struct composite_kind buffer_iflush_kind = {.finish = buffer_iflush_finish};

// Begins to flush the selected buffer.
static MPI_Request buffer_iflush(void)
{
    size_t messages = 0;
    buffer_clean();
    for (const struct buffer_segment *segment = buffer_attached.first; segment != NULL; segment = segment->next)
        messages++;
    struct composite *request =
        composite_new(&buffer_iflush_kind, sizeof(struct buffer_iflush) + messages * sizeof(struct p2p_request *));
    if (messages == 0) {
        request->p2p.done = true;
        return request_handle(&request->p2p);
    }
    struct buffer_iflush *flush = request->data;
    flush->agent = (struct p2p_agent){.ready = buffer_iflush_ready, .advance = buffer_iflush_advance};
    flush->request = request;
    for (const struct buffer_segment *segment = buffer_attached.first; segment != NULL; segment = segment->next)
        flush->messages[flush->left++] = &segment->request;
    flush->next = buffer_iflushes;
    buffer_iflushes = flush;
    p2p_agent_add(&flush->agent);
    return request_handle(&request->p2p);
}

// Detaches the buffer of a communicator.
static void buffer_release(const struct p2p_comm *comm, void **buffer, int *size)
{
    struct buffer_owned **link = buffer_link(comm), *owned = *link;
    buffer_select(owned);
    buffer_detach(buffer, size);
    buffer_select(&buffer_process);
    *link = owned->next;
    p2p_free(owned);
}

// The delete function of the attribute, which MPI_Comm_detach_buffer deletes when the buffer is detached already.
static int buffer_comm_ends(MPI_Comm comm, int keyval, void *value, void *extra_state)
{
    (void)keyval;
    (void)value;
    (void)extra_state;
    void *buffer;
    int size;
    if (*buffer_link(comm_of(comm)) != NULL)
        buffer_release(comm_of(comm), &buffer, &size);
    return MPI_SUCCESS;
}

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
    static const char *const function = "MPI_Comm_attach_buffer";
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    if (size < 0)
        return api_error(known, MPI_ERR_ARG, "%s: negative size %d", function, size);
    if (buffer == NULL)
        return api_error(known, MPI_ERR_BUFFER, "%s: null buffer of %d bytes", function, size);
    struct buffer_owned **link = buffer_link(known);
    if (*link != NULL)
        return api_error(known, MPI_ERR_BUFFER, "%s: the communicator %s has a buffer already", function, comm_called(known));
    if (buffer_keyval == MPI_KEYVAL_INVALID)
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, buffer_comm_ends, &buffer_keyval, NULL);
    struct buffer_owned *owned = p2p_allocate(sizeof *owned, "MPI_Comm_attach_buffer: no memory for another buffer");
    *owned = (struct buffer_owned){.comm = known};
    *link = owned;
    buffer_select(owned);
    buffer_attach(buffer, size);
    return PMPI_Comm_set_attr(comm, buffer_keyval, NULL);
}
API_WEAK(Comm_attach_buffer)

// `buffer` is the address of a pointer, which is set to the buffer.
int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer, int *size)
{
    static const char *const function = "MPI_Comm_detach_buffer";
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    if (buffer == NULL || size == NULL)
        return api_explain_pointer(function, known, buffer == NULL ? "buffer_addr" : "size");
    if (*buffer_link(known) == NULL)
        return api_error(known, MPI_ERR_BUFFER, "%s: the communicator %s has no buffer", function, comm_called(known));
    buffer_release(known, buffer, size);
    return PMPI_Comm_delete_attr(comm, buffer_keyval);
}
API_WEAK(Comm_detach_buffer)

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

// Selects the buffer of a communicator for a flush. Returns MPI_SUCCESS, or reports what is wrong and returns its class.
static int buffer_select_comm(const char *function, MPI_Comm comm)
{
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    struct buffer_owned *owned = *buffer_link(known);
    if (owned == NULL)
        return api_error(known, MPI_ERR_BUFFER, "%s: the communicator %s has no buffer", function, comm_called(known));
    buffer_select(owned);
    return MPI_SUCCESS;
}

int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
    api_enter("MPI_Comm_flush_buffer");
    int error = buffer_select_comm("MPI_Comm_flush_buffer", comm);
    if (error == MPI_SUCCESS)
        buffer_flush_plain();
    return error;
}
API_WEAK(Comm_flush_buffer)

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
    api_enter("MPI_Comm_iflush_buffer");
    if (request == NULL)
        return api_explain_pointer("MPI_Comm_iflush_buffer", comm_of(comm), "request");
    int error = buffer_select_comm("MPI_Comm_iflush_buffer", comm);
    if (error == MPI_SUCCESS)
        *request = buffer_iflush();
    return error;
}
API_WEAK(Comm_iflush_buffer)
