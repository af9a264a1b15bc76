// The network interface: lines of eight words in scratchpad, their tags, control registers, global addresses.
#ifndef NI_H
#define NI_H

#include <stdint.h>

#include "hal/regs/ni.h"

#if NI_WORD_BYTES == 8
typedef uint64_t ni_word;
#else
typedef uint32_t ni_word;
#endif

// The platform's address map comes as definitions for the compiler: NI_CONTROL_BASE, NI_TAGS_BASE and NI_SCRATCHPAD_BASE
// are the windows of a node itself. All nodes reach local address a of node n at NI_GLOBAL_BASE + (n << NI_NODE_SHIFT) +
// a. The base is a multiple of 1 << NI_NODE_SHIFT, and a is below that.

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

// Returns the address at which every node reaches `address` of node `node`.
static inline ni_word ni_global(uintptr_t node, uintptr_t address)
{
    return ((ni_word)node + (NI_GLOBAL_BASE >> NI_NODE_SHIFT)) << NI_NODE_SHIFT | address;
}

// Stores to another node's scratchpad, or to this node's by its global address. Stores are posted, and stay in order per node.
static inline void ni_remote_store(ni_word global, ni_word value)
{
    *(volatile ni_word *)(uintptr_t)global = value;
}

static inline void ni_remote_store32(ni_word global, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)global = value;
}

// Orders accesses to ordinary memory with accesses to the NI. The hart performs them in program order, and the NI
// sees memory as the hart left it. So this restrains the compiler only.
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
