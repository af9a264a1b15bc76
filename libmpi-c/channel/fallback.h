// Fallbacks of a channel: how often it could not use the fast path of the hardware. Each is counted only on the slow path that
// replaces it.
#ifndef FALLBACK_H
#define FALLBACK_H

#include <stdint.h>

struct chan_fallback {
    const char *name, *meaning;
    uint32_t (*count)(void);
};

// The fallbacks of the linked channel. The last entry has no name.
extern const struct chan_fallback chan_fallbacks[];

#endif
