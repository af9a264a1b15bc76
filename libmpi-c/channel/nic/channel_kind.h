// The kind of channel `nic`, for files that need nothing else of it.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include "channel/without/cells.h"

#define CHAN_NAME "nic"

// The match bits of the NIC's units have 42 bits in all (Underwood et al. 2005 §VI-A). A tag has 16, one of which distinguishes
// collective messages from the program's. A context has 11, shared by communicators and two further contexts of each.
enum { CHAN_TAG_MAX = 0x7fff, CHAN_COMMUNICATORS = 640 };

#endif
