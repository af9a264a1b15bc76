// For channels that carry a whole envelope (match/match.h): the largest tag, and the largest number of communicators at once.
#ifndef CHANNEL_WITHOUT_LIMITS_H
#define CHANNEL_WITHOUT_LIMITS_H

#include <limits.h>

enum { CHAN_TAG_MAX = INT_MAX, CHAN_COMMUNICATORS = 1792 };

#endif
