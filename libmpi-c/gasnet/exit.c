// gasnet_exit: the job ends on all nodes. Who calls it, or is told of it first, tells its neighbours in a binary tree, and ends.
#include <stdlib.h>

#include "gasnet/core.h"

// The payload of no message and the memory of no program matter any more; all of the program's output does.
static _Noreturn void exit_now(int code)
{
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {code};
    unsigned neighbours[] = {(am_state.node - 1) / 2, 2 * am_state.node + 1, 2 * am_state.node + 2};
    for (unsigned i = am_state.node == 0 ? 1 : 0; i < sizeof neighbours / sizeof neighbours[0]; i++) {
        if (neighbours[i] < am_state.nodes)
            am_send(neighbours[i], AM_EXIT, 1, arguments);
    }
    conduit_flush();
    exit(code);
}

static void exit_arrives(gasnet_token_t token, gasnet_handlerarg_t code)
{
    (void)token;
    exit_now(code);
}

void exit_handlers(void)
{
    am_state.handlers[AM_EXIT] = exit_arrives;
}

void gasnet_exit(int exitcode)
{
    if (am_state.nodes == 0)
        exit(exitcode);
    am_state.forbidden |= AM_IN_HANDLER;  // no other handler runs any more, and nothing waits for other nodes
    exit_now(exitcode);
}
