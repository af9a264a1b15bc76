// What the files of channel `rings` share among themselves.
#ifndef RINGS_INTERNAL_H
#define RINGS_INTERNAL_H

// Puts all puts and flags into their pools.
void chan_put_init(void) __attribute__((cold));

// Makes both sets of a barrier's counters ready.
void chan_barrier_init(void) __attribute__((cold));

// Gives what the rings leave of the way to the heap.
void chan_heap_init(void) __attribute__((cold));

#endif
