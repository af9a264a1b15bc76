// The links of a GAScore for conduit `gascore` in programs without MPI: all calls and requests are the conduit's. In programs with
// MPI, channel/am/link.h replaces this. Only the conduit may include it, because the state is static.
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gasnet/core.h"
#include "hal/gascore.h"

static uint32_t link_given, link_accepted;  // requests
static void (*link_keep)(uint32_t head, uint32_t token);

// Called once, before the other functions. `keep` moves the rest of a handler call into memory and returns its token. `run`
// runs the handlers of such calls; it is called where a rank waits in MPI.
static inline void link_open(void (*keep)(uint32_t head, uint32_t token), void (*run)(void))
{
    (void)run;
    link_keep = keep;
}

// Takes the first words of the oldest call, which must be there. Returns false if the call was the channel's.
static inline bool link_take(uint32_t *head, uint32_t *token)
{
    *head = gascore_get(GASCORE_LINK_CALLS);
    *token = gascore_get(GASCORE_LINK_CALLS);
    return true;
}

// Waits until all requests are accepted: their payloads are read, and a request may be given. Keeps calls meanwhile.
static inline void link_await_idle(void)
{
    while (link_accepted != link_given) {
        uint32_t head, token;
        if (gascore_has_word(GASCORE_LINK_COMPLETIONS)) {
            if (gascore_get(GASCORE_LINK_COMPLETIONS) == 0)
                am_fatal(GASNET_ERR_RESOURCE, "GAScore dropped a message: its registers say why (docs/registers/gascore.md)");
            link_accepted++;
        } else if (gascore_has_word(GASCORE_LINK_CALLS) && link_take(&head, &token)) {
            link_keep(head, token);
        }
    }
}

// Counts a request. The caller puts its words at once.
static inline void link_begin(void)
{
    link_given++;
}

#endif
