// The simulation control device and the calls to the host.
#ifndef SIM_H
#define SIM_H

#include <stddef.h>
#include <stdint.h>

#include "hal/regs/sim.h"

// The platform gives its address, SIM_BASE, as a definition for the compiler.

// Host call that ends the whole run. It is outside the range of the Linux numbers ("R@" in the upper half).
enum { SIM_CALL_FATAL = 0x52400001 };

static inline uint32_t sim_read(unsigned offset)
{
    return *(volatile uint32_t *)(uintptr_t)(SIM_BASE + offset);
}

static inline unsigned sim_node(void)
{
    return sim_read(SIM_REG_NODE);
}

static inline unsigned sim_nodes(void)
{
    return sim_read(SIM_REG_NODES);
}

// Reading the low half latches the high half.
static inline uint64_t sim_cycles(void)
{
    uint32_t low = sim_read(SIM_REG_CYCLE_LO);
    return (uint64_t)sim_read(SIM_REG_CYCLE_HI) << 32 | low;
}

static inline uint32_t sim_clock_hz(void)
{
    return sim_read(SIM_REG_CLOCK_HZ);
}

// Nodes without a hart, 32 a word: bit 0 of word 0 is node 0.
static inline uint32_t sim_no_hart(unsigned word)
{
    return sim_read(SIM_REG_NO_HART + word * sizeof(uint32_t));
}

// Ends the run of all ranks with `code` and one line of text; the emulator adds rank, call and source line.
static inline _Noreturn void sim_fatal(int code, const char *text, size_t length)
{
    register intptr_t a0 __asm__("a0") = code;
    register const char *a1 __asm__("a1") = text;
    register size_t a2 __asm__("a2") = length;
    register intptr_t a7 __asm__("a7") = SIM_CALL_FATAL;
    for (;;)
        __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
}

// The same for text that ends with a zero byte.
_Noreturn void sim_fatal_text(int code, const char *text) __attribute__((cold));

#endif
