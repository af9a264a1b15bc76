// The progress engine: the only place where anything is waited for.
#include "p2p/internal.h"

// All loads and no store, so that a rank with nothing to do comes round with nothing changed.
static bool p2p_ready(void)
{
    return p2p_fetches_ready() || p2p_flags_ready() || p2p_sends_ready();
}

static void p2p_advance(void)
{
    p2p_fetches_advance();
    p2p_flags_advance();
    p2p_sends_advance();
}

void p2p_progress(void)
{
    const struct chan_packet *packet = chan_poll();
    if (packet != NULL)
        p2p_handle(packet);
    if (p2p.outstanding != 0 && p2p_ready())
        p2p_advance();
}

void p2p_wait(struct p2p_request *request)
{
    while (!request->done)
        p2p_progress();
}

bool p2p_test(struct p2p_request *request)
{
    for (unsigned left = chan_arrived();; left--) {
        if (request->done)
            return true;
        p2p_progress();
        if (left == 0)
            return request->done;
    }
}
