// The mover of a TMD-MPE: moves words between memory and the link to the NetIf, in parallel with the hart. The platform gives
// FSL_MOVER_BASE, the address of its registers, if it has movers. Nodes without a TMD-MPE have none.
#ifndef MOVER_H
#define MOVER_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/order.h"
#include "hal/regs/mover.h"

#ifdef FSL_MOVER_BASE
#define MOVER_BASE FSL_MOVER_BASE
#else
#define MOVER_BASE 0
#endif

// With fewer words, the hart is as fast: a transfer needs two stores to start, and a load to see that it is over.
enum { MOVER_WORDS_MIN = 3 };

static inline volatile uint32_t *mover_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(MOVER_BASE + offset);
}

// Begins to put words from memory. Until mover_is_putting is false, they must not change, and no other word may be put.
static inline void mover_put(const void *from, uint32_t words)
{
    hal_order();
    *mover_register(MOVER_REG_OUT_ADDRESS) = (uintptr_t)from;
    *mover_register(MOVER_REG_OUT_WORDS) = words;
}

static inline bool mover_is_putting(void)
{
    return (*mover_register(MOVER_REG_STATUS) & MOVER_STATUS_OUT) != 0;
}

// Begins to take words to memory. Until mover_is_getting is false, no other word may be taken.
static inline void mover_get(void *to, uint32_t words)
{
    hal_order();
    *mover_register(MOVER_REG_IN_ADDRESS) = (uintptr_t)to;
    *mover_register(MOVER_REG_IN_WORDS) = words;
}

static inline bool mover_is_getting(void)
{
    bool is_getting = (*mover_register(MOVER_REG_STATUS) & MOVER_STATUS_IN) != 0;
    hal_order();
    return is_getting;
}

#endif
