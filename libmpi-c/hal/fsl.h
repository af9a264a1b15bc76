// The Fast Simplex Link to the NetIf: a FIFO in each direction. FSL_BASE, the address of its registers, comes from the
// platform: the compiler is told.
#ifndef FSL_H
#define FSL_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/regs/fsl.h"

static inline volatile uint32_t *fsl_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(FSL_BASE + offset);
}

// Takes the oldest word; waits for one.
static inline uint32_t fsl_get(void)
{
    return *fsl_register(FSL_REG_GET);
}

// Puts a word if there is a place.
static inline bool fsl_try_put(uint32_t word)
{
    *fsl_register(FSL_REG_NPUT) = word;
    return (*fsl_register(FSL_REG_FLAGS) & FSL_FLAGS_CARRY) == 0;
}

// Is there a word? Changes nothing.
static inline bool fsl_has_word(void)
{
    return (*fsl_register(FSL_REG_STATUS) & FSL_STATUS_EXISTS) != 0;
}

// How many words there are. Changes nothing.
static inline uint32_t fsl_words(void)
{
    return (*fsl_register(FSL_REG_STATUS) & FSL_STATUS_FILL_MASK) >> FSL_STATUS_FILL_SHIFT;
}

#endif
