// The kind of channel `rings`, for files that need nothing else of it. No build parameter occurs here. So a file that includes
// this header, and not channel.h, is the same object in every variant of the library.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include "channel/without/cells.h"
#include "channel/without/limits.h"

#define CHAN_NAME "rings"
#define CHAN_AWAITS_NODE 1  // chan_await waits for a packet of one node, for a limited time

#endif
