// gasnet_exit ends the job on all nodes. A node that calls it, or is notified, notifies its neighbours in a binary tree, once. A caller
// ends at once. A notified node continues for a while, and ends in a wait: it may be about to leave a barrier after which others ended.
#include <stdlib.h>

#include "gasnet/core.h"

enum { EXIT_POLLS = 10000 };  // for this long, a notified node continues

static bool exit_is_known;
static int exit_code;
static unsigned exit_polls;

static void exit_tell(int code)
{
    if (exit_is_known)
        return;
    exit_is_known = true;
    exit_code = code;
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {code};
    unsigned neighbours[] = {(am_state.hart - 1) / 2, 2 * am_state.hart + 1, 2 * am_state.hart + 2};
    for (unsigned i = am_state.hart == 0 ? 1 : 0; i < sizeof neighbours / sizeof neighbours[0]; i++) {
        if (neighbours[i] < am_state.harts)
            am_send(am_state.node_of_hart[neighbours[i]], AM_EXIT, 1, arguments);
    }
}

static _Noreturn void exit_now(int code)
{
    conduit_flush();
    exit(code);
}

static void exit_wait(void)
{
    if (++exit_polls == EXIT_POLLS)
        exit_now(exit_code);
}

static void exit_arrives(gasnet_token_t token, gasnet_handlerarg_t code)
{
    (void)token;
    if (!exit_is_known)
        conduit_at_polls(exit_wait);
    exit_tell(code);
}

void exit_handlers(void)
{
    am_state.handlers[AM_EXIT] = exit_arrives;
}

void gasnet_exit(int exitcode)
{
    if (am_state.nodes == 0)
        exit(exitcode);
    am_state.forbidden |= AM_IN_HANDLER;  // from now on, nothing waits for other nodes
    exit_tell(exitcode);
    exit_now(exitcode);
}
