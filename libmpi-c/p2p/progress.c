// The progress engine. The library waits only here and on the fast path of blocking calls.
#include "p2p/agent.h"
#include "p2p/fiber.h"
#include "transport/transport.h"

// Loads only, never stores, so that a polling round of an idle rank changes nothing.
static bool p2p_ready(void)
{
    return transport_ready() || p2p_sends_ready() || p2p_agents_ready();
}

static void p2p_advance(void)
{
    transport_advance();
    p2p_sends_advance();
    p2p_agents_advance();
}

static inline void p2p_step(void)
{
    transport_step();
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
        transport_wait();
        p2p_step();
    }
}

uint32_t p2p_no_barrier;

bool p2p_barrier_plain(const struct p2p_comm *comm)
{
    if (comm != &p2p_world || p2p_in_fiber())
        return false;
    if (!CHAN_HAS_BARRIER) {
        p2p_no_barrier++;
        return false;
    }
    chan_barrier_arrive();
    while (!chan_barrier_passed())
        p2p_step();
    return true;
}
P2P_REPLACEABLE(bool, p2p_barrier, (const struct p2p_comm *comm), p2p_barrier_plain)

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
