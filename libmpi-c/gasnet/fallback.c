// Fallbacks: how often a slow path replaced the fast one. Joins the counts of core and conduit into one list.
#include "gasnet/core.h"

struct am_fallback am_fallbacks[] = {
    [AM_NO_TRANSFER] = {"no_transfer", "puts and gets that went by messages", 0},
    [AM_KEPT] = {"kept", "messages that came while no handler could run", 0},
    [AM_FALLBACKS] = {0},
};

int gasnet_fallback(unsigned index, const char **name, const char **meaning, unsigned *count)
{
    const struct am_fallback *fallback = index < AM_FALLBACKS ? &am_fallbacks[index] : &conduit_fallbacks[index - AM_FALLBACKS];
    if (fallback->name == NULL)
        return GASNET_ERR_BAD_ARG;
    *name = fallback->name;
    *meaning = fallback->meaning;
    *count = fallback->count;
    return GASNET_OK;
}
