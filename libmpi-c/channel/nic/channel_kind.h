// What kind of channel `nic` is, for those who need to know no more.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include "channel/without/cells.h"

#define CHAN_NAME "nic"

// The match bits of the NIC's units have 16 bits for a tag, of which one tells collective messages from the program's, and 11 bits for a
// context (Underwood et al. 2005 §VI-A: 42 bits in all), which are shared by communicators and two further contexts of each.
enum { CHAN_TAG_MAX = 0x7fff, CHAN_COMMUNICATORS = 640 };

#endif
