// Rendezvous by RDMA read: the receiver fetches the message from the sender's memory straight into the user's buffer,
// in pieces, and the last piece's counter raises the sender's flag, so that no packet ends the transfer.
#include "p2p/internal.h"

#if CHAN_READS_MEMORY

// Receives that own a get of the channel, and those that wait for one.
static struct p2p_request *p2p_fetching[CHAN_GETS];
static unsigned p2p_fetching_count;
static struct p2p_request *p2p_fetch_first, *p2p_fetch_last;

// Sends that wait for their flag.
static struct p2p_request *p2p_flagged[CHAN_FLAGS];
static unsigned p2p_flagged_count;

// How much of the message is wanted.
static size_t p2p_fetch_bytes(const struct p2p_request *request)
{
    return p2p_smaller(request->arrived, request->bytes);
}

static void p2p_fetch_piece(struct p2p_request *request)
{
    size_t left = p2p_fetch_bytes(request) - request->moved;
    size_t bytes = p2p_smaller(left, CHAN_GET_MAX_BYTES);
    request->fetching = chan_get_start(request->get, request->node, request->remote + request->moved,
                                       request->buffer + request->moved, bytes,
                                       bytes == left ? request->flag : -1) == CHAN_OK;
    if (request->fetching)
        request->moved += bytes;
}

static void p2p_fetch_begin(struct p2p_request *request, int get)
{
    request->get = get;
    p2p_fetching[p2p_fetching_count++] = request;
    p2p_fetch_piece(request);
}

// A message of which nothing is wanted is over at once.
static void p2p_fetch_nothing(struct p2p_request *request)
{
    if (request->flag >= 0)
        chan_flag_raise(request->node, request->flag);
    else
        p2p_send_fin(request->node, request->cookie);
    p2p_complete_receive(request);
}

static void p2p_fetch_later(struct p2p_request *request)
{
    request->next = NULL;
    if (p2p_fetch_first == NULL)
        p2p_fetch_first = request;
    else
        p2p_fetch_last->next = request;
    p2p_fetch_last = request;
}

void p2p_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    request->node = node;
    request->flag = flag;
    request->remote = rts->address;
    request->cookie = rts->cookie;
    request->moved = 0;
    if (p2p_fetch_bytes(request) == 0) {
        p2p_fetch_nothing(request);
        return;
    }
    p2p_touch(request->buffer, p2p_fetch_bytes(request));
    p2p_state.outstanding++;
    int get = chan_get_take();
    if (get >= 0)
        p2p_fetch_begin(request, get);
    else
        p2p_fetch_later(request);
}

static bool p2p_fetch_ready(const struct p2p_request *request)
{
    return request->fetching ? chan_get_done(request->get) : chan_command_free();
}

bool p2p_fetches_ready(void)
{
    for (unsigned i = 0; i < p2p_fetching_count; i++) {
        if (p2p_fetch_ready(p2p_fetching[i]))
            return true;
    }
    return false;
}

// The get goes to the receive that has waited longest.
static void p2p_fetch_end(unsigned index)
{
    struct p2p_request *request = p2p_fetching[index];
    p2p_fetching[index] = p2p_fetching[--p2p_fetching_count];
    p2p_state.outstanding--;
    if (request->flag < 0)
        p2p_send_fin(request->node, request->cookie);
    p2p_complete_receive(request);
    struct p2p_request *next = p2p_fetch_first;
    if (next != NULL) {
        p2p_fetch_first = next->next;
        p2p_fetch_begin(next, request->get);
    } else {
        chan_get_give_back(request->get);
    }
}

void p2p_fetches_advance(void)
{
    for (unsigned i = p2p_fetching_count; i-- > 0;) {
        struct p2p_request *request = p2p_fetching[i];
        if (!p2p_fetch_ready(request))
            continue;
        if (request->moved < p2p_fetch_bytes(request))
            p2p_fetch_piece(request);
        else
            p2p_fetch_end(i);
    }
}

void p2p_flag_watch(struct p2p_request *request)
{
    p2p_flagged[p2p_flagged_count++] = request;
    p2p_state.outstanding++;
}

bool p2p_flags_ready(void)
{
    for (unsigned i = 0; i < p2p_flagged_count; i++) {
        if (chan_flag_raised(p2p_flagged[i]->flag))
            return true;
    }
    return false;
}

void p2p_flags_advance(void)
{
    for (unsigned i = p2p_flagged_count; i-- > 0;) {
        struct p2p_request *request = p2p_flagged[i];
        if (!chan_flag_raised(request->flag))
            continue;
        p2p_flagged[i] = p2p_flagged[--p2p_flagged_count];
        p2p_state.outstanding--;
        chan_flag_give_back(request->flag);
        request->done = true;
    }
}

#endif
