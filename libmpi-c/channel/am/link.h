// The links of a GAScore, which conduit `gascore` shares with channel `am`, so that a program may use both MPI and GASNet.
// gasnet/links/link.h has the same functions for programs without MPI.
#ifndef LINK_H
#define LINK_H

#include "channel.h"

// Called once, before the other functions. `keep` moves the rest of a handler call into memory and returns its token. `run`
// runs the handlers of such calls; it is called where a rank waits in MPI.
static inline void link_open(void (*keep)(uint32_t head, uint32_t token), void (*run)(void))
{
    chan_state.keep_other = keep;
    chan_state.run_others = run;
}

// Takes the first words of the oldest call, which must be there. Returns false if the call was the channel's own.
static inline bool link_take(uint32_t *head, uint32_t *token)
{
    *head = gascore_get(GASCORE_LINK_CALLS);
    *token = gascore_get(GASCORE_LINK_CALLS);
    if ((*head & CHAN_CODE) == 0)
        return true;
    chan_take_own(*head, *token);
    return false;
}

// Waits until all requests are accepted: their payloads are read, and a request may be given. Keeps calls meanwhile.
static inline void link_await_idle(void)
{
    chan_await_idle();
}

// Counts a request. The caller puts its words at once.
static inline void link_begin(void)
{
    chan_state.given++;
}

#endif
