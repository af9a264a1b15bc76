// Rendezvous by RDMA read: the receiver fetches the message from the sender's memory into the user's buffer, in pieces. The counter of the
// last piece raises the sender's flag, so no packet ends the transfer. If an unexpected message's sender must not wait for a receive, the
// receiver fetches the message into memory of this library.
#include "transport/transport.h"

// Receives that have a get of the channel, and those that wait for one.
static struct p2p_request *rendezvous_fetching[CHAN_GETS];
static unsigned rendezvous_fetching_count;
static struct p2p_request *rendezvous_fetch_first, *rendezvous_fetch_last;

// Sends that wait for their flag.
static struct p2p_request *rendezvous_flagged[CHAN_FLAGS];
static unsigned rendezvous_flagged_count;

// An unexpected message that is fetched into memory of this library, or has been.
struct rendezvous_kept {
    struct p2p_request fetch;     // of kind P2P_KEEP
    struct p2p_request *receive;  // the receive that waits for the message; NULL: none yet
    unsigned char data[];
};

// Returns how many bytes of the message are wanted.
static size_t rendezvous_fetch_bytes(const struct p2p_request *request)
{
    return p2p_smaller(request->arrived, request->bytes);
}

static void rendezvous_fetch_piece(struct p2p_request *request)
{
    size_t left = rendezvous_fetch_bytes(request) - request->moved;
    size_t bytes = p2p_smaller(left, CHAN_GET_MAX_BYTES);
    request->transport.fetching = chan_get_start(request->transport.get, request->node, request->transport.remote + request->moved,
                                       request->buffer + request->moved, bytes,
                                       bytes == left ? request->transport.flag : -1) == CHAN_OK;
    if (request->transport.fetching)
        request->moved += bytes;
}

static void rendezvous_fetch_begin(struct p2p_request *request, int get)
{
    request->transport.get = get;
    rendezvous_fetching[rendezvous_fetching_count++] = request;
    rendezvous_fetch_piece(request);
}

// Ends the rendezvous of a message of which no bytes are wanted.
static void rendezvous_fetch_nothing(struct p2p_request *request)
{
    if (request->transport.flag >= 0)
        chan_flag_raise(request->node, request->transport.flag);
    else
        packet_tell(P2P_FINISH, request->node, request->transport.cookie);
    p2p_complete_receive(request);
}

static void rendezvous_fetch_later(struct p2p_request *request)
{
    request->next = NULL;
    if (rendezvous_fetch_first == NULL)
        rendezvous_fetch_first = request;
    else
        rendezvous_fetch_last->next = request;
    rendezvous_fetch_last = request;
}

// Copies a fetched message to its receive.
static void rendezvous_kept_take(struct rendezvous_kept *kept)
{
    struct p2p_request *receive = kept->receive;
    memcpy(receive->buffer, kept->data, rendezvous_fetch_bytes(receive));
    p2p_complete_receive(receive);
    p2p_free(kept);
}

static __attribute__((noinline)) void rendezvous_fetch_kept(struct p2p_request *receive, struct rendezvous_kept *kept)
{
    kept->receive = receive;
    if (kept->fetch.done)
        rendezvous_kept_take(kept);
}

// A message has been fetched into memory of this library.
static __attribute__((noinline)) void rendezvous_kept_here(struct rendezvous_kept *kept)
{
    kept->fetch.done = true;
    if (kept->receive != NULL)
        rendezvous_kept_take(kept);
}

void transport_fetch(struct p2p_request *request, size_t node, int flag, const struct p2p_rts *rts)
{
    if (__builtin_expect(flag == RENDEZVOUS_KEPT, 0)) {
        rendezvous_fetch_kept(request, (struct rendezvous_kept *)(uintptr_t)rts->address);
        return;
    }
    request->node = node;
    request->transport.flag = flag;
    request->transport.remote = rts->address;
    request->transport.cookie = rts->cookie;
    request->moved = 0;
    if (rendezvous_fetch_bytes(request) == 0) {
        rendezvous_fetch_nothing(request);
        return;
    }
    p2p_touch(request->buffer, rendezvous_fetch_bytes(request));
    p2p_state.outstanding++;
    int get = chan_get_take();
    if (get >= 0)
        rendezvous_fetch_begin(request, get);
    else
        rendezvous_fetch_later(request);
}

void rendezvous_fetch_unexpected(struct p2p_unexpected *unexpected)
{
    struct rendezvous_kept *kept = p2p_try_allocate(sizeof *kept + unexpected->bytes);
    if (kept == NULL)
        return;
    kept->fetch = (struct p2p_request){.kind = P2P_KEEP, .buffer = kept->data, .bytes = unexpected->bytes};
    kept->fetch.arrived = unexpected->bytes;
    kept->receive = NULL;
    transport_fetch(&kept->fetch, unexpected->node, unexpected->flag, &unexpected->rts);
    // From here on it cannot be withdrawn: no sender's request is at address 0.
    unexpected->flag = RENDEZVOUS_KEPT;
    unexpected->rts = (struct p2p_rts){.bytes = unexpected->bytes, .cookie = 0, .address = (uintptr_t)kept};
}

static bool rendezvous_fetch_ready(const struct p2p_request *request)
{
    return request->transport.fetching ? chan_get_done(request->transport.get) : chan_command_free();
}

bool rendezvous_fetches_ready(void)
{
    for (unsigned i = 0; i < rendezvous_fetching_count; i++) {
        if (rendezvous_fetch_ready(rendezvous_fetching[i]))
            return true;
    }
    return false;
}

// Gives the get to the receive that has waited longest.
static void rendezvous_fetch_end(unsigned index)
{
    struct p2p_request *request = rendezvous_fetching[index];
    rendezvous_fetching[index] = rendezvous_fetching[--rendezvous_fetching_count];
    p2p_state.outstanding--;
    if (request->transport.flag < 0)
        packet_tell(P2P_FINISH, request->node, request->transport.cookie);
    int get = request->transport.get;
    if (__builtin_expect(request->kind == P2P_KEEP, 0))
        rendezvous_kept_here((struct rendezvous_kept *)request);
    else
        p2p_complete_receive(request);
    struct p2p_request *next = rendezvous_fetch_first;
    if (next != NULL) {
        rendezvous_fetch_first = next->next;
        rendezvous_fetch_begin(next, get);
    } else {
        chan_get_give_back(get);
    }
}

void rendezvous_fetches_advance(void)
{
    for (unsigned i = rendezvous_fetching_count; i-- > 0;) {
        struct p2p_request *request = rendezvous_fetching[i];
        if (!rendezvous_fetch_ready(request))
            continue;
        if (request->moved < rendezvous_fetch_bytes(request))
            rendezvous_fetch_piece(request);
        else
            rendezvous_fetch_end(i);
    }
}

void rendezvous_watch_flag(struct p2p_request *request)
{
    rendezvous_flagged[rendezvous_flagged_count++] = request;
    p2p_state.outstanding++;
}

static void rendezvous_flag_unwatch(unsigned index)
{
    chan_flag_give_back(rendezvous_flagged[index]->transport.flag);
    rendezvous_flagged[index] = rendezvous_flagged[--rendezvous_flagged_count];
    p2p_state.outstanding--;
}

bool rendezvous_flags_ready(void)
{
    for (unsigned i = 0; i < rendezvous_flagged_count; i++) {
        if (chan_flag_raised(rendezvous_flagged[i]->transport.flag))
            return true;
    }
    return false;
}

void rendezvous_flags_advance(void)
{
    for (unsigned i = rendezvous_flagged_count; i-- > 0;) {
        struct p2p_request *request = rendezvous_flagged[i];
        if (!chan_flag_raised(request->transport.flag))
            continue;
        rendezvous_flag_unwatch(i);
        request->done = true;
    }
}

void rendezvous_forget(const struct p2p_request *request)
{
    for (unsigned i = rendezvous_flagged_count; i-- > 0;) {
        if (rendezvous_flagged[i] == request)
            rendezvous_flag_unwatch(i);
    }
}
