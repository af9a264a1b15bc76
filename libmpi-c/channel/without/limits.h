// For channels that carry all of an envelope (match/match.h): the largest tag of a message, and how many communicators there may be at once.
#ifndef CHANNEL_WITHOUT_LIMITS_H
#define CHANNEL_WITHOUT_LIMITS_H

#include <limits.h>

enum { CHAN_TAG_MAX = INT_MAX, CHAN_COMMUNICATORS = 1792 };

#endif
