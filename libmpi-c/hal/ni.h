// The network interface: lines of eight words in scratchpad, their tags, control registers, global addresses.
#ifndef NI_H
#define NI_H

#include <stdint.h>

#include "hal/regs/ni.h"

#ifndef NI_WORD_BYTES
#if __riscv_xlen == 64
#define NI_WORD_BYTES 8
#else
#define NI_WORD_BYTES 4
#endif
#endif

#if NI_WORD_BYTES == 8
typedef uint64_t ni_word;
#else
typedef uint32_t ni_word;
#endif

// The node's own address map.
#ifndef NI_CONTROL_BASE
#define NI_CONTROL_BASE 0x02000000
#define NI_TAGS_BASE 0x04000000
#define NI_SCRATCHPAD_BASE 0x08000000
#endif

enum { NI_LINE_WORDS = 8, NI_LINE_BYTES = NI_LINE_WORDS * NI_WORD_BYTES };

static inline uint32_t ni_register(unsigned offset)
{
    return *(volatile uint32_t *)(uintptr_t)(NI_CONTROL_BASE + offset);
}

// Changing a line's type clears the line.
static inline void ni_set_type(unsigned line, uint32_t type)
{
    *(volatile uint32_t *)(uintptr_t)(NI_TAGS_BASE + NI_TAGWORD_FIRST + 4 * line) = type << NI_TAG_TYPE_SHIFT;
}

static inline uintptr_t ni_line(unsigned line)
{
    return NI_SCRATCHPAD_BASE + line * NI_LINE_BYTES;
}

static inline ni_word ni_load(uintptr_t line, unsigned word)
{
    return ((volatile ni_word *)line)[word];
}

static inline void ni_store(uintptr_t line, unsigned word, ni_word value)
{
    ((volatile ni_word *)line)[word] = value;
}

static inline uint32_t ni_load32(uintptr_t address)
{
    return *(volatile uint32_t *)address;
}

// The address by which every node means `address` of node `node`.
static inline ni_word ni_global(uintptr_t node, uintptr_t address)
{
#if NI_WORD_BYTES == 8
    return (ni_word)(node + 1) << 32 | address;
#else
    // 32-bit machines map the scratchpads of all nodes side by side, 1 MiB apart; other memory has no global address.
    return 0x40000000 + (node << 20) + (address - NI_SCRATCHPAD_BASE);
#endif
}

// Stores to another node's scratchpad (or to the own one by its global address): posted, in order per node.
static inline void ni_remote_store(ni_word global, ni_word value)
{
    *(volatile ni_word *)(uintptr_t)global = value;
}

static inline void ni_remote_store32(ni_word global, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)global = value;
}

// Between accesses to ordinary memory and to the NI that belong together. The hart performs them in program order
// and the NI sees ordinary memory as the hart left it, so only the compiler has to be held back.
static inline void ni_order(void)
{
    __asm__ volatile("" ::: "memory");
}

// Waits until all remote stores have left the node.
static inline void ni_fence(void)
{
    __asm__ volatile("fence" ::: "memory");
}

#endif
