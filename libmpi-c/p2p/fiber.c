// Fibers and their stacks.
#include "hal/sim.h"
#include "hal/switch.h"
#include "p2p/agent.h"
#include "p2p/fiber.h"
#include "p2p/internal.h"

// Marks the end of a stack, to detect that the stack was too small.
enum { P2P_FIBER_END = 0x7ebf5ab3 };

struct p2p_fiber {
    struct p2p_agent agent;
    const bool *awaits;
    p2p_fiber_body *body;
    void *argument;
    void *own, *other;  // saved stack pointers of this fiber and of its caller
    bool over;
    struct p2p_fiber *next_idle;
    uint32_t end;
    _Alignas(16) unsigned char stack[P2P_FIBER_STACK];
};

static struct p2p_fiber *p2p_fiber_current, *p2p_fibers_idle;

bool p2p_in_fiber(void)
{
    return p2p_fiber_current != NULL;
}

static void p2p_fiber_run(struct p2p_fiber *fiber)
{
    struct p2p_fiber *before = p2p_fiber_current;
    p2p_fiber_current = fiber;
    hal_switch(&fiber->other, fiber->own);
    p2p_fiber_current = before;
    if (fiber->end != P2P_FIBER_END)
        sim_fatal_text(MPI_ERR_INTERN, "MPI: the stack of a non-blocking collective is too small; its operation needs more "
                                   "than P2P_FIBER_STACK has");
    if (fiber->over) {
        p2p_agent_remove(&fiber->agent);
        fiber->next_idle = p2p_fibers_idle;
        p2p_fibers_idle = fiber;
    }
}

static bool p2p_fiber_ready(const struct p2p_agent *agent)
{
    return *((const struct p2p_fiber *)agent)->awaits;
}

static void p2p_fiber_advance(struct p2p_agent *agent)
{
    p2p_fiber_run((struct p2p_fiber *)agent);
}

static _Noreturn void p2p_fiber_begin(void *own)
{
    struct p2p_fiber *fiber = own;
    fiber->body(fiber->argument);
    fiber->over = true;
    hal_switch(&fiber->own, fiber->other);
    __builtin_unreachable();
}

void p2p_fiber_start(p2p_fiber_body *body, void *argument)
{
    struct p2p_fiber *fiber = p2p_fibers_idle;
    if (fiber != NULL)
        p2p_fibers_idle = fiber->next_idle;
    else
        fiber = p2p_allocate(sizeof *fiber, "MPI: no memory for the stack of a non-blocking collective");
    fiber->agent = (struct p2p_agent){.ready = p2p_fiber_ready, .advance = p2p_fiber_advance};
    fiber->body = body;
    fiber->argument = argument;
    fiber->over = false;
    fiber->end = P2P_FIBER_END;
    fiber->own = hal_stack(fiber->stack + P2P_FIBER_STACK, p2p_fiber_begin, fiber);
    p2p_agent_add(&fiber->agent);
    p2p_fiber_run(fiber);
}

void p2p_await(const bool *done)
{
    struct p2p_fiber *fiber = p2p_fiber_current;
    while (!*done) {
        if (fiber == NULL) {
            p2p_progress();
        } else {
            fiber->awaits = done;
            hal_switch(&fiber->own, fiber->other);
        }
    }
}
