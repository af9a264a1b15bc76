// The Fast Simplex Link to the NetIf: a FIFO in each direction. FSL_BASE, the address of its registers, comes from the
// platform, as a definition for the compiler.
#ifndef FSL_H
#define FSL_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/regs/fsl.h"

static inline volatile uint32_t *fsl_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(FSL_BASE + offset);
}

// Takes the oldest word. Waits for one.
static inline uint32_t fsl_get(void)
{
    return *fsl_register(FSL_REG_GET);
}

// The same for a word that should have control = 1.
static inline uint32_t fsl_get_control(void)
{
    return *fsl_register(FSL_REG_CGET);
}

// Puts a word. Waits for room.
static inline void fsl_put(uint32_t word)
{
    *fsl_register(FSL_REG_PUT) = word;
}

// The same with control = 1.
static inline void fsl_put_control(uint32_t word)
{
    *fsl_register(FSL_REG_CPUT) = word;
}

// Puts a word if there is room. Returns whether it did.
static inline bool fsl_try_put(uint32_t word)
{
    *fsl_register(FSL_REG_NPUT) = word;
    return (*fsl_register(FSL_REG_FLAGS) & FSL_FLAGS_CARRY) == 0;
}

// If a TMD-MPE is at the end of the link, it takes commands of five words (Saldaña 2006 §4.4, Fig. 4.8). After the command
// `open`, which is Rankine's, it passes words as if it were not there. Some TMD-MPEs have collectives.
enum fsl_command {
    FSL_COMMAND_SEND = 1,
    FSL_COMMAND_RECEIVE,
    FSL_COMMAND_OPEN,
    FSL_COMMAND_BARRIER,
    FSL_COMMAND_BROADCAST,
    FSL_COMMAND_REDUCE,
};

static inline void fsl_put_command(enum fsl_command command, uint32_t words, uint32_t local, uint32_t remote, uint32_t tag)
{
    fsl_put(command);
    fsl_put(words);
    fsl_put(local);
    fsl_put(remote);
    fsl_put(tag);
}

// Is there a word? Changes nothing.
static inline bool fsl_has_word(void)
{
    return (*fsl_register(FSL_REG_STATUS) & FSL_STATUS_EXISTS) != 0;
}

// Returns how many words there are. Changes nothing.
static inline uint32_t fsl_words(void)
{
    return (*fsl_register(FSL_REG_STATUS) & FSL_STATUS_FILL_MASK) >> FSL_STATUS_FILL_SHIFT;
}

#endif
