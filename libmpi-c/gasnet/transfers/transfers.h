// Puts and gets by hardware, where the channel has transfers between memories (channel.h): nobody at the other node does anything.
#ifndef GASNET_TRANSFERS_H
#define GASNET_TRANSFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRANSFERS_EXIST 1

enum transfer_direction { TRANSFER_OUT, TRANSFER_IN };

// Before the first transfer.
void transfers_open(void);

// Starts to copy `bytes`, not 0, between `remote` in the memory of `node` and `local`. Outside handlers it runs handlers while the hardware
// takes no more. Returns the counter that is busy until all is in place, as a bit.
uint32_t transfer_start(enum transfer_direction direction, unsigned node, uintptr_t remote, void *local, size_t bytes);

// Is everything in place that was started on this counter? Changes nothing.
bool transfer_is_idle(unsigned counter);

// The counter is idle, and not needed any more by an operation that started a transfer on it.
void transfer_end(unsigned counter);

#endif
