// The kind of channel `fsl`, for files that need nothing else of it.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "channel/without/cells.h"
#include "channel/without/limits.h"

#define CHAN_NAME "fsl"

// Where an expected message goes. The layer above keeps this until the message is here.
struct chan_stream {
    struct chan_stream *next;
    unsigned char *to;
    size_t room;  // bytes of the message that fit
    size_t left;  // bytes still to come; those beyond `room` are dropped
    bool quiet;   // nobody waits for it: causes no event
    bool here;    // the whole message has come
};

#endif
