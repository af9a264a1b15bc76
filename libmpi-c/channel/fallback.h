// Fallbacks of a channel: how often it could not use the best way of the hardware. Each is counted only on the slow way that it leads
// to.
#ifndef FALLBACK_H
#define FALLBACK_H

#include <stdint.h>

struct chan_fallback {
    const char *name, *meaning;
    uint32_t (*count)(void);
};

// Those of the linked channel, ended by one without a name.
extern const struct chan_fallback chan_fallbacks[];

#endif
