// What the files of channel `am` share among themselves.
#ifndef AM_INTERNAL_H
#define AM_INTERNAL_H

#include "channel.h"

// Another rank, or this one, has told where its slots for us are.
void chan_hello(struct chan_peer *peer, uint32_t slots) __attribute__((cold));

#endif
