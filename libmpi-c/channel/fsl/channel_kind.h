// What kind of channel `fsl` is, for those who need to know no more.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include <stdbool.h>
#include <stddef.h>

#define CHAN_NAME "fsl"
#define CHAN_READS_MEMORY 0
#define CHAN_STREAMS 1      // whole messages from buffer to buffer, and no packets that the layer above could fill
#define CHAN_AWAITS_NODE 0  // nobody waits for one node's packet alone
#define CHAN_HAS_CELLS 0

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
