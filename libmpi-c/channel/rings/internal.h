// What the files of channel `rings` share among themselves.
#ifndef RINGS_INTERNAL_H
#define RINGS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

// Puts all puts and flags into their pools.
void chan_put_init(void) __attribute__((cold));

// Copies bytes to a place that the hardware has read since it was used last: one is filled while the other goes. Gives it and the
// command buffer that belongs to it.
uintptr_t chan_stage(const void *from, size_t bytes, uintptr_t *command);

void chan_landing_init(void) __attribute__((cold));

// Makes both sets of a barrier's counters ready.
void chan_barrier_init(void) __attribute__((cold));

// Gives what the rings leave of the way to the heap.
void chan_heap_init(void) __attribute__((cold));

#endif
