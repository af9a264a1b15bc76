// Fibers: a blocking function that goes on while its caller does something else. It runs on a stack of its own; where it would
// wait for a message, the rank goes on where it was, and the fiber when the message is there. So each collective has its form that
// returns at once.
#ifndef P2P_FIBER_H
#define P2P_FIBER_H

#include <stdbool.h>

#include "p2p/p2p.h"

// Bytes of a fiber's stack: for an algorithm with its scratch and a user's operation.
#ifndef P2P_FIBER_STACK
#define P2P_FIBER_STACK 16384
#endif

typedef void p2p_fiber_body(void *argument);

// Calls body(argument) until it waits for the first time; `argument` must last until it has returned. The body waits only
// in functions of p2p.h.
void p2p_fiber_start(p2p_fiber_body *body, void *argument);

// Is this a fiber? Nothing here may wait but with p2p_await.
bool p2p_in_fiber(void);

// Until `done` is set, which happens in p2p_progress; by a fiber or not.
void p2p_await(const bool *done);

#endif
