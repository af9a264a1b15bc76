// The kind of channel `rdma`, for files that need nothing else of it.
#ifndef CHANNEL_KIND_H
#define CHANNEL_KIND_H

#include "channel/without/limits.h"
#include "hal/ni.h"

#define CHAN_NAME "rdma"
#define CHAN_AWAITS_NODE 0   // chan_await waits for a packet of any node
#define CHAN_HAS_CELLS 1

enum { CHAN_CELL_WORDS = 4 };
typedef ni_word chan_cell_word;

#endif
