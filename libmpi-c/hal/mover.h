// The mover of a TMD-MPE: moves words between memory and the link to the NetIf beside the hart. FSL_MOVER_BASE, the address of its
// registers, comes from the platform, where it has movers; nodes without a TMD-MPE have none.
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

// With fewer words the hart is as fast: two stores start a transfer, and a load tells that it is over.
enum { MOVER_WORDS_MIN = 3 };

static inline volatile uint32_t *mover_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(MOVER_BASE + offset);
}

// Puts words from memory, which must stay as they are until mover_is_putting is false. Until then no word may be put otherwise.
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

// Begins to take words to memory. Until mover_is_getting is false no word may be taken otherwise.
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
