// What the files of channel `am` share among themselves.
#ifndef AM_INTERNAL_H
#define AM_INTERNAL_H

#include "channel.h"

// A node has told where its slots for us are. May come before chan_init.
void chan_hello(unsigned node, uint32_t slots) __attribute__((cold));

// A call has come that is not the channel's, and this program does not use GASNet: ends the run.
_Noreturn void chan_stranger(void) __attribute__((cold));

#endif
