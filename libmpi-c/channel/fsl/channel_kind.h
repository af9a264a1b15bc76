// What kind of channel `fsl` is, for those who need to know no more.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "channel/without/cells.h"
#include "channel/without/limits.h"

#define CHAN_NAME "fsl"

// A message that is to come: where it goes. The layer above keeps it until it is here.
struct chan_stream {
    struct chan_stream *next;
    unsigned char *to;
    size_t room;  // bytes that go there
    size_t left;  // bytes that still come; what has no room is dropped
    bool quiet;   // nobody waits for it: no news
    bool here;    // all of it has come
};

#endif
