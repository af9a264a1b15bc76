// Shared by the device programs for platform sarc: its addresses (ARCHITECTURE.md, "Platforms").
#ifndef SARC_H
#define SARC_H

#include "../../libmpi-c/hal/regs/mutex.h"
#include "../../libmpi-c/hal/regs/ni.h"
#include "../../libmpi-c/hal/regs/sim.h"
#include "access.h"

enum {
    SCRATCHPAD = 0x10000,
    TAGS = 0x20000,
    REGISTERS = 0x30000,
    SIM = 0x10000000,
    MUTEXES = 0x20000000,
    GLOBAL = 0x40000000,
    NODE_STRIDE = 0x100000,
    LINE = 32,
    SETS = 512,
    WAY = SETS * LINE,
};

// The local address of a word of `line`, counted from 0 in the first way.
static inline uint32_t word(unsigned line, unsigned index)
{
    return SCRATCHPAD + line * LINE + 4 * index;
}

// The address at which every node reaches `address` of `node`.
static inline uint32_t at_node(unsigned node, uint32_t address)
{
    return GLOBAL + node * NODE_STRIDE + address;
}

static inline void set_type(unsigned line, uint32_t type)
{
    store(TAGS + 4 * line, type);
}

static inline uint32_t type_of(unsigned line)
{
    return load(TAGS + 4 * line);
}

static inline uint32_t errors(void)
{
    return load(REGISTERS + NI_REG_ERR);
}

// Waits until exactly these bits of NI_ERR are set, and clears them.
static inline void expect_error(uint32_t bits)
{
    while ((errors() & bits) != bits)
        ;
    CHECK(errors() == bits);
    store(REGISTERS + NI_REG_ERR, bits);
    CHECK(errors() == 0);
}

static inline uint32_t cycles(void)
{
    return load(SIM + SIM_REG_CYCLE_LO);
}

#endif
