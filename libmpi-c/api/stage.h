// A side of a collective as bytes: where the user has it, or packed beside it.
#ifndef API_STAGE_H
#define API_STAGE_H

#include "api/call.h"

struct call_stage {
    struct coll_blocks blocks;
    char *packed;   // NULL when the user's buffer serves
    size_t *sizes;  // what blocks.sizes and blocks.at have
};

// `packs`: what the user's buffer has is wanted.
void call_stage_open(struct call_stage *stage, const struct call_side *side, bool packs);
// `unpacks`: the user's buffer gets what has come.
void call_stage_close(struct call_stage *stage, const struct call_side *side, bool unpacks);

#endif
