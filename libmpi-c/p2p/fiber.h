// Fibers: a blocking function runs while its caller does something else. It has a stack of its own. Where it would wait for a
// message, the rank continues where it was before; the fiber continues when the message is there. This gives each collective its
// non-blocking form.
#ifndef P2P_FIBER_H
#define P2P_FIBER_H

#include <stdbool.h>

#include "p2p/p2p.h"

// Bytes of a fiber's stack: enough for an algorithm with its scratch memory and a user's operation.
#ifndef P2P_FIBER_STACK
#define P2P_FIBER_STACK 16384
#endif

typedef void p2p_fiber_body(void *argument);

// Calls body(argument) and returns when it waits for the first time. `argument` must be valid until the body has
// returned. The body waits only in functions of p2p.h.
void p2p_fiber_start(p2p_fiber_body *body, void *argument);

// Is this a fiber? A fiber may wait in p2p_await only.
bool p2p_in_fiber(void);

// Waits until `done` is set, which happens in p2p_progress. In a fiber or outside.
void p2p_await(const bool *done);

#endif
