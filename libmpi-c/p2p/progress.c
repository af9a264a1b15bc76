// The progress engine: the only place where anything is waited for, but for chan_await.
#include "p2p/agent.h"
#include "p2p/fiber.h"
#include "p2p/internal.h"

// All loads and no store, so that a rank with nothing to do comes round with nothing changed.
static bool p2p_ready(void)
{
#if CHAN_READS_MEMORY
    if (p2p_fetches_ready() || p2p_flags_ready())
        return true;
#elif !CHAN_STREAMS
    if (p2p_puts_ready())
        return true;
#endif
    return p2p_sends_ready() || p2p_agents_ready();
}

static void p2p_advance(void)
{
#if CHAN_READS_MEMORY
    p2p_fetches_advance();
    p2p_flags_advance();
#elif !CHAN_STREAMS
    p2p_puts_advance();
#endif
    p2p_sends_advance();
    p2p_agents_advance();
}

static inline void p2p_step(void)
{
#if CHAN_STREAMS
    if (chan_move())
        p2p_arrive_news();
#else
    if (chan_arrived() != 0)
        p2p_arrive(chan_front());
#endif
    if (p2p_state.outstanding != 0 && p2p_ready())
        p2p_advance();
}

void p2p_progress(void)
{
    p2p_step();
}

void p2p_wait(struct p2p_request *request)
{
    if (p2p_in_fiber()) {
        p2p_await(&request->done);
        return;
    }
    while (!request->done) {
#if CHAN_STREAMS
        // Nothing but what comes can help.
        if (p2p_state.outstanding == 0)
            chan_await_words();
#endif
        p2p_step();
    }
}

bool p2p_barrier(const struct p2p_comm *comm)
{
#if CHAN_HAS_BARRIER
    if (comm != &p2p_world || p2p_in_fiber())
        return false;
    chan_barrier_arrive();
    while (!chan_barrier_passed())
        p2p_step();
    return true;
#else
    (void)comm;
    return false;
#endif
}

bool p2p_test(struct p2p_request *request)
{
    for (unsigned left = chan_arrived();; left--) {
        if (request->done)
            return true;
        p2p_step();
        if (left == 0)
            return request->done;
    }
}

void p2p_poll(void)
{
    for (unsigned left = chan_arrived();; left--) {
        p2p_step();
        if (left == 0)
            return;
    }
}
