// The links of a GAScore as conduit `gascore` shares them with channel `am`, so that a program may use both MPI and GASNet.
// gasnet/links/link.h has the same functions where there is no MPI.
#ifndef LINK_H
#define LINK_H

#include "channel.h"

// Called once, before all else. `keep` takes the rest of a handler call into memory and gives its token back; `run` runs the
// handlers of such calls, and is called where a rank waits in MPI.
static inline void link_open(void (*keep)(uint32_t head, uint32_t token), void (*run)(void))
{
    chan_state.keep_other = keep;
    chan_state.run_others = run;
}

// Takes the first words of the oldest call, which is there. False: it was the channel's.
static inline bool link_take(uint32_t *head, uint32_t *token)
{
    *head = gascore_get(GASCORE_LINK_CALLS);
    *token = gascore_get(GASCORE_LINK_CALLS);
    if ((*head & CHAN_CODE) == 0)
        return true;
    chan_take_own(*head, *token);
    return false;
}

// Waits until all requests have been accepted: their payloads have left, and a request may be given. Calls are kept meanwhile.
static inline void link_await_idle(void)
{
    chan_await_idle();
}

// Counts a request, whose words follow at once.
static inline void link_begin(void)
{
    chan_state.given++;
}

#endif
