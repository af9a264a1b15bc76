// Puts and gets by hardware, for channels with transfers between memories (channel.h). The other node's hart does nothing.
#ifndef GASNET_TRANSFERS_H
#define GASNET_TRANSFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRANSFERS_EXIST 1

enum transfer_direction { TRANSFER_OUT, TRANSFER_IN };

// Called before the first transfer.
void transfers_open(void);

// Starts to copy `bytes`, not 0, between `remote` in the memory of `node` and `local`. If the hardware takes no more, waits, and outside
// handlers runs handlers meanwhile. Returns the counter, as a bit; it is busy until the copy is complete.
uint32_t transfer_start(enum transfer_direction direction, unsigned node, uintptr_t remote, void *local, size_t bytes);

// Are all transfers started on this counter complete? Changes nothing.
bool transfer_is_idle(unsigned counter);

// The counter is idle, and an operation that started a transfer on it no longer needs it.
void transfer_end(unsigned counter);

#endif
