// What kind of channel `am` is, for those who need to know no more. No build parameter of it is mentioned here, so that what
// includes this and not channel.h is the same object in every variant of the library.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include "channel/without/cells.h"
#include "channel/without/limits.h"

#define CHAN_NAME "am"
#define CHAN_AWAITS_NODE 0  // chan_await waits for a packet of any node

#endif
