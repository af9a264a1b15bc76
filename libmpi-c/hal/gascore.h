// The GAScore of a node: four links of words, and registers for inspection. The platform gives GASCORE_BASE, their address, and the
// limits of a message: GASCORE_ARGUMENTS, GASCORE_MEDIUM_BYTES and GASCORE_LONG_BYTES of payload, as definitions for the compiler.
#ifndef GASCORE_H
#define GASCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/regs/fsl.h"
#include "hal/regs/gascore.h"

enum gascore_link { GASCORE_LINK_CALLS, GASCORE_LINK_TOKENS, GASCORE_LINK_REQUESTS, GASCORE_LINK_COMPLETIONS };

static inline volatile uint32_t *gascore_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(GASCORE_BASE + offset);
}

static inline volatile uint32_t *gascore_of_link(enum gascore_link link, unsigned offset)
{
    return gascore_register(link * FSL_LINK_BYTES + offset);
}

// Is there a word? Changes nothing.
static inline bool gascore_has_word(enum gascore_link link)
{
    return (*gascore_of_link(link, FSL_REG_STATUS) & FSL_STATUS_EXISTS) != 0;
}

// Takes the oldest word. Waits for one.
static inline uint32_t gascore_get(enum gascore_link link)
{
    return *gascore_of_link(link, FSL_REG_GET);
}

// Puts a word. Waits for room.
static inline void gascore_put(enum gascore_link link, uint32_t word)
{
    *gascore_of_link(link, FSL_REG_PUT) = word;
}

static inline uint32_t gascore_node(void)
{
    return *gascore_register(GASCORE_REG_NODE);
}

static inline uint32_t gascore_nodes(void)
{
    return *gascore_register(GASCORE_REG_NODES);
}

// Returns the node whose message has this token.
static inline uint32_t gascore_source(uint32_t token)
{
    return *gascore_register(GASCORE_REG_SOURCE + sizeof(uint32_t) * token);
}

#endif
