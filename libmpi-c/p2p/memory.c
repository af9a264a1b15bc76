// The library's own memory. Freed blocks are kept by size for the next of that size. So a call costs the same however the program
// uses its heap; once a program's calls repeat, none of them allocates from the heap.
//
// Blocks of up to P2P_SMALL_BYTES are cut from chunks and never return to the heap. Of larger ones, P2P_KEPT_BYTES in all are kept.
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

#include "hal/sim.h"
#include "p2p/internal.h"

// Sizes are multiples of P2P_GRAIN up to P2P_SMALL_BYTES; above that, four sizes for each power of two.
enum {
    P2P_GRAIN = 32,
    P2P_SMALL_SHIFT = 9,
    P2P_SMALL_BYTES = 1 << P2P_SMALL_SHIFT,
    P2P_SMALL_CLASSES = P2P_SMALL_BYTES / P2P_GRAIN,
    P2P_LARGEST_SHIFT = 30,
    P2P_CLASSES = P2P_SMALL_CLASSES + 4 * (P2P_LARGEST_SHIFT - P2P_SMALL_SHIFT),
    P2P_CHUNK_BYTES = 4096,
};

// The head before the bytes of a block. Its size keeps the bytes aligned for every type.
struct p2p_block {
    alignas(max_align_t) struct p2p_block *next;  // while the block is kept
    unsigned class;                               // P2P_CLASSES: too large for any class; never kept
};

static struct p2p_block *p2p_kept[P2P_CLASSES];
static size_t p2p_kept_bytes;  // bytes kept in blocks of more than P2P_SMALL_BYTES
static unsigned char *p2p_chunk;
static size_t p2p_chunk_left;

// Returns the class of the smallest blocks that hold `bytes` bytes, head included.
static inline unsigned p2p_class(size_t bytes)
{
    if (bytes <= P2P_SMALL_BYTES)
        return (bytes - 1) / P2P_GRAIN;
    if (bytes > (size_t)1 << P2P_LARGEST_SHIFT)
        return P2P_CLASSES;
    unsigned shift = 8 * sizeof(long) - 1 - __builtin_clzl(bytes - 1);  // of the largest power of two below
    return P2P_SMALL_CLASSES + 4 * (shift - P2P_SMALL_SHIFT) + ((bytes - 1) >> (shift - 2)) - 4;
}

static inline size_t p2p_class_bytes(unsigned class)
{
    if (class < P2P_SMALL_CLASSES)
        return (class + 1) * P2P_GRAIN;
    unsigned above = class - P2P_SMALL_CLASSES;
    return (size_t)(above % 4 + 5) << (above / 4 + P2P_SMALL_SHIFT - 2);
}

static void p2p_keep(struct p2p_block *block)
{
    block->next = p2p_kept[block->class];
    p2p_kept[block->class] = block;
}

// Allocates from the heap. If it is full, frees the kept blocks and tries again. Returns NULL if there is no memory.
static void *p2p_from_heap(size_t bytes)
{
    void *memory = CHAN_MALLOC(bytes);
    if (memory != NULL || p2p_kept_bytes == 0)
        return memory;
    for (unsigned class = P2P_SMALL_CLASSES; class < P2P_CLASSES; class++) {
        while (p2p_kept[class] != NULL) {
            struct p2p_block *block = p2p_kept[class];
            p2p_kept[class] = block->next;
            free(block);
        }
    }
    p2p_kept_bytes = 0;
    return CHAN_MALLOC(bytes);
}

// Cuts a block from a chunk, from a new one if needed. The rest of the old chunk becomes a block of some class.
static struct p2p_block *p2p_cut(unsigned class)
{
    size_t bytes = p2p_class_bytes(class);
    if (p2p_chunk_left < bytes) {
        unsigned char *chunk = p2p_from_heap(P2P_CHUNK_BYTES);
        if (chunk == NULL)
            return NULL;
        if (p2p_chunk_left != 0) {
            struct p2p_block *remainder = (struct p2p_block *)p2p_chunk;
            remainder->class = p2p_chunk_left / P2P_GRAIN - 1;
            p2p_keep(remainder);
        }
        p2p_chunk = chunk;
        p2p_chunk_left = P2P_CHUNK_BYTES;
    }
    struct p2p_block *block = (struct p2p_block *)p2p_chunk;
    p2p_chunk += bytes;
    p2p_chunk_left -= bytes;
    return block;
}

static __attribute__((noinline)) struct p2p_block *p2p_new_block(unsigned class, size_t bytes)
{
    struct p2p_block *block = class < P2P_SMALL_CLASSES ? p2p_cut(class)
                                                        : p2p_from_heap(class < P2P_CLASSES ? p2p_class_bytes(class) : bytes);
    if (block != NULL)
        block->class = class;
    return block;
}

void *p2p_try_allocate(size_t bytes)
{
    if (__builtin_add_overflow(bytes, sizeof(struct p2p_block), &bytes))
        return NULL;
    unsigned class = p2p_class(bytes);
    struct p2p_block *block = class < P2P_CLASSES ? p2p_kept[class] : NULL;
    if (block == NULL) {
        block = p2p_new_block(class, bytes);
        return block == NULL ? NULL : block + 1;
    }
    p2p_kept[class] = block->next;
    if (class >= P2P_SMALL_CLASSES)
        p2p_kept_bytes -= p2p_class_bytes(class);
    return block + 1;
}

void *p2p_allocate(size_t bytes, const char *failure)
{
    void *memory = p2p_try_allocate(bytes);
    if (memory == NULL)
        sim_fatal_text(MPI_ERR_NO_MEM, failure);
    return memory;
}

void p2p_free(void *memory)
{
    if (memory == NULL)
        return;
    struct p2p_block *block = (struct p2p_block *)memory - 1;
    if (block->class >= P2P_SMALL_CLASSES) {
        size_t bytes = block->class < P2P_CLASSES ? p2p_class_bytes(block->class) : SIZE_MAX;
        if (bytes > P2P_KEPT_BYTES - p2p_kept_bytes) {
            free(block);
            return;
        }
        p2p_kept_bytes += bytes;
    }
    p2p_keep(block);
}
