// For channels without a hardware barrier. These are never called, because CHAN_HAS_BARRIER is 0.
#ifndef CHANNEL_WITHOUT_BARRIER_H
#define CHANNEL_WITHOUT_BARRIER_H

#include <stdbool.h>

#define CHAN_HAS_BARRIER 0

static inline void chan_barrier_arrive(void)
{
}

static inline bool chan_barrier_passed(void)
{
    return true;
}

#endif
