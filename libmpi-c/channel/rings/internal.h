// Declarations that the files of channel `rings` share.
#ifndef RINGS_INTERNAL_H
#define RINGS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

// Fills the pools of puts and flags.
void chan_put_init(void) __attribute__((cold));

// Copies bytes to a staging place that the hardware has finished reading. One place is filled while the other is being sent.
// Returns the place, and its command buffer in `*command`.
uintptr_t chan_stage(const void *from, size_t bytes, uintptr_t *command);

void chan_landing_init(void) __attribute__((cold));

// Arms the counters of both sets of a barrier.
void chan_barrier_init(void) __attribute__((cold));

// Gives the part of the way that the rings leave free to the heap.
void chan_heap_init(void) __attribute__((cold));

#endif
