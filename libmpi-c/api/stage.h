// Staging: a collective sends and receives contiguous bytes. A stage gives it the user's buffer itself, or a packed copy of it if
// the datatypes have gaps.
#ifndef API_STAGE_H
#define API_STAGE_H

#include "api/call.h"

struct call_stage {
    struct coll_blocks blocks;
    char *packed;   // the packed copy; NULL if the collective works on the user's buffer
    size_t *sizes;  // memory of blocks.sizes and blocks.at; NULL if blocks do not vary
};

// Sets stage->blocks to the blocks of `side`. If `packs`, a packed copy gets the contents of the user's buffer.
void call_stage_open(struct call_stage *stage, const struct call_side *side, bool packs);

// Frees the memory of the stage. If `unpacks`, the user's buffer gets the contents of a packed copy first.
void call_stage_close(struct call_stage *stage, const struct call_side *side, bool unpacks);

#endif
