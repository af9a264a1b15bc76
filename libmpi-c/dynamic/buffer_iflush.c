// Flushes of buffers that do not block (MPI 5.0 §3.6).
#include "dynamic/buffer.h"
#include "p2p/agent.h"

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

MPI_Request buffer_iflush(void)
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
