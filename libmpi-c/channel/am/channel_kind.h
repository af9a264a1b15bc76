// The kind of channel `am`, for files that need nothing else of it. No build parameter occurs here. So a file that includes
// this header, and not channel.h, is the same object in every variant of the library.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include "channel/without/cells.h"
#include "channel/without/limits.h"

#define CHAN_NAME "am"
#define CHAN_AWAITS_NODE 0  // chan_await waits for a packet of any node

#endif
