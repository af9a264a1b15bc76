// Declarations that the files of channel `am` share.
#ifndef AM_INTERNAL_H
#define AM_INTERNAL_H

#include "channel.h"

// `node` has sent the address of its slots for this node. This may happen before chan_init.
void chan_hello(unsigned node, uint32_t slots) __attribute__((cold));

// Ends the run: a call has come that is not the channel's, and this program does not use GASNet.
_Noreturn void chan_stranger(void) __attribute__((cold));

#endif
