// malloc and related functions. Free blocks are in lists by size; a bit for each list says whether it has blocks. So a call takes
// about the same time, whatever the number and order of blocks, except for bytes that calloc clears and realloc moves. (As in M.
// Masmano et al., "TLSF: a new dynamic memory allocator for real-time systems", ECRTS 2004, with exact lists for small sizes and
// the last block apart, as in D. Lea's allocator.)
//
// Memory is a row of blocks. A block has a head of one word: its size, head included, a multiple of ALIGNMENT, and two flags. The
// program's bytes follow. A free block has the links of its list there, and its size once more in its last word, so that the next
// block finds where it begins. Two free blocks are never neighbours. After the last block comes `top`, which is also free, but in no
// list. The one word after `top` is for a head of size 0.
#include "host.h"
#include "malloc.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD = sizeof(size_t),
    WORD_BITS = 8 * WORD,
    ALIGNMENT = 16,                                          // of the program's memory; enough for every type
    SMALL_SHIFT = 10, SMALL = 1 << SMALL_SHIFT,              // bytes; below this, each size has its own list
    SPLIT_SHIFT = 3, SPLIT = 1 << SPLIT_SHIFT,               // from there on: lists for each power of two
    LARGEST_SHIFT = WORD == 8 ? 38 : 32,                     // all sizes are below this power of two
    SMALL_LISTS = SMALL / ALIGNMENT,
    LISTS = SMALL_LISTS + SPLIT * (LARGEST_SHIFT - SMALL_SHIFT),
    MAP_WORDS = (LISTS + WORD_BITS - 1) / WORD_BITS,
    FROM_SYSTEM = 4096,                                      // the heap grows by multiples of this
};

// The largest size that a program can ask for.
#define BYTES_MAX ((WORD == 8 ? (size_t)1 << (LARGEST_SHIFT - 1) : (size_t)PTRDIFF_MAX) - FROM_SYSTEM)

enum { FREE = 1, BEFORE_IS_FREE = 2, FLAGS = ALIGNMENT - 1 };

struct block {
    size_t size;                    // and the flags
    struct block *next, *previous;  // while the block is free
};

enum { SMALLEST = (sizeof(struct block) + WORD + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

static struct block *lists[LISTS];
static size_t in_use[MAP_WORDS];  // one bit for each list that has blocks
static struct block *top;         // NULL before the first call

struct heap_sums __heap_sums;

static inline size_t size_of(const struct block *block)
{
    return block->size & ~(size_t)FLAGS;
}

static inline struct block *at(struct block *block, size_t offset)
{
    return (struct block *)((char *)block + offset);
}

static inline struct block *behind(struct block *block)
{
    return at(block, size_of(block));
}

static inline struct block *before(struct block *block)
{
    return at(block, -((const size_t *)block)[-1]);
}

static inline struct block *block_of(void *memory)
{
    return (struct block *)((size_t *)memory - 1);
}

static inline void *memory_of(struct block *block)
{
    return &block->next;
}

// Returns the place of the lowest set bit. Harts need not have an instruction for that.
static inline unsigned lowest(size_t map)
{
    // De Bruijn's sequence: shifted to any place, its upper bits differ from those at all other places.
#if __SIZEOF_SIZE_T__ == 8
    static const uint8_t places[64] = {
        0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28, 62, 5,  39, 46, 44, 42, 22, 9,  24, 35, 59, 56, 49, 18, 29, 11,
        63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
    return places[((map & -map) * 0x022fdd63cc95386du) >> 58];
#else
    static const uint8_t places[32] = {0,  1,  28, 2,  29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4,  8,
                                       31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6,  11, 5,  10, 9};
    return places[((map & -map) * 0x077cb531u) >> 27];
#endif
}

// Returns the list for blocks of this size. A list has one size, or a part of a power of two.
static inline unsigned list_of(size_t size)
{
    if (__builtin_expect(size < SMALL, 1))
        return size / ALIGNMENT;
    unsigned shift = WORD_BITS - 1 - __builtin_clzl(size);
    return SMALL_LISTS + SPLIT * (shift - SMALL_SHIFT) + (size >> (shift - SPLIT_SHIFT)) - SPLIT;
}

// Returns the first list in which every block has this size or more.
static inline unsigned list_from(size_t size)
{
    if (__builtin_expect(size < SMALL, 1))
        return size / ALIGNMENT;
    return list_of(size - 1) + 1;
}

static inline void list_add(struct block *block, size_t size)
{
    unsigned list = list_of(size);
    struct block *first = lists[list];
    block->next = first;
    block->previous = NULL;
    if (first != NULL)
        first->previous = block;
    lists[list] = block;
    in_use[list / WORD_BITS] |= (size_t)1 << list % WORD_BITS;
    __heap_sums.free_blocks++;
}

static inline void list_remove(struct block *block)
{
    struct block *next = block->next, *previous = block->previous;
    __heap_sums.free_blocks--;
    if (next != NULL)
        next->previous = previous;
    if (previous != NULL) {
        previous->next = next;
        return;
    }
    unsigned list = list_of(size_of(block));
    lists[list] = next;
    if (next == NULL)
        in_use[list / WORD_BITS] &= ~((size_t)1 << list % WORD_BITS);
}

// Makes a free block of `size` bytes before a block in use. The flag in `block` must say whether the previous one is free.
static inline void set_free(struct block *block, size_t size)
{
    block->size = size | FREE | (block->size & BEFORE_IS_FREE);
    struct block *next = at(block, size);
    ((size_t *)next)[-1] = size;
    next->size |= BEFORE_IS_FREE;
    list_add(block, size);
}

// The same if the neighbours may be free, or `top`.
static inline void set_free_and_join(struct block *block, size_t size)
{
    struct block *next = at(block, size);
    if (block->size & BEFORE_IS_FREE) {
        block = before(block);
        list_remove(block);
        size += size_of(block);
    }
    if (next == top) {
        top = block;
        top->size = size + next->size;
        return;
    }
    if (next->size & FREE) {
        list_remove(next);
        size += size_of(next);
    }
    set_free(block, size);
}

// Returns a block of the first list in which all blocks are large enough; NULL if there is none.
static inline struct block *find(size_t size)
{
    unsigned list = list_from(size), word = list / WORD_BITS;
    size_t map = in_use[word] & ~(size_t)0 << list % WORD_BITS;
    while (map == 0) {
        if (++word == MAP_WORDS)
            return NULL;
        map = in_use[word];
    }
    return lists[word * WORD_BITS + lowest(map)];
}

// Used if the system has no more memory: searches the list of this size, in which some blocks may be too small.
static struct block *find_thoroughly(size_t size)
{
    struct block *block = lists[list_of(size)];
    while (block != NULL && size_of(block) < size)
        block = block->next;
    return block;
}

// Takes `bytes` bytes, a multiple of ALIGNMENT, from the system. Returns NULL if it has not enough.
static char *from_system(size_t bytes)
{
    char *memory = bytes > BYTES_MAX - __heap_sums.bytes ? (char *)-1 : __host_sbrk((ptrdiff_t)bytes);
    if (memory == (char *)-1)
        return NULL;
    __heap_sums.bytes += bytes;
    return memory;
}

static inline size_t system_bytes(size_t size)
{
    return (size + FROM_SYSTEM - 1) & -(size_t)FROM_SYSTEM;
}

// Begins the heap, or continues it after memory that the program itself took from the system. The old `top` becomes a block.
static bool begin_region(size_t size)
{
    size_t aligning = -(uintptr_t)__host_sbrk(0) % ALIGNMENT, bytes = aligning + system_bytes(size + ALIGNMENT);
    char *memory = from_system(bytes);
    if (memory == NULL)
        return false;
    struct block *last = top;
    // Aligns the memory after the heads, which the program gets.
    top = (struct block *)(memory + aligning + ALIGNMENT - WORD);
    top->size = bytes - aligning - ALIGNMENT;
    if (last != NULL && last->size != 0) {
        size_t left = last->size;
        at(last, left)->size = 0;
        last->size = 0;
        set_free(last, left);
    }
    return true;
}

// Makes `top` at least `size` bytes large.
static bool grow(size_t size)
{
    if (top == NULL || __host_sbrk(0) != (char *)top + top->size + WORD)
        return begin_region(size);
    size_t bytes = system_bytes(size - top->size);
    if (from_system(bytes) == NULL)
        return false;
    top->size += bytes;
    return true;
}

// Turns the first bytes of `top`, which must have enough, into a block in use.
static inline struct block *cut_top(size_t size)
{
    struct block *block = top;
    size_t left = block->size - size;
    block->size = size;
    top = at(block, size);
    top->size = left;
    __heap_sums.used_bytes += size;
    return block;
}

// Turns a free block into one in use. If what is above `size` is enough for a block, that stays free.
static inline struct block *cut(struct block *block, size_t size)
{
    list_remove(block);
    size_t all = size_of(block), rest = all - size;
    if (rest < SMALLEST) {
        block->size = all;
        behind(block)->size &= ~(size_t)BEFORE_IS_FREE;
        __heap_sums.used_bytes += all;
    } else {
        block->size = size;
        struct block *other = at(block, size);
        other->size = 0;
        set_free(other, rest);
        __heap_sums.used_bytes += size;
    }
    return block;
}

static __attribute__((noinline)) struct block *take_slowly(size_t size)
{
    if (grow(size))
        return cut_top(size);
    struct block *block = find_thoroughly(size);
    if (block != NULL)
        return cut(block, size);
    errno = ENOMEM;
    return NULL;
}

// Returns a block in use of at least `size` bytes; NULL if there is none.
static inline struct block *take(size_t size)
{
    struct block *block = find(size);
    if (block != NULL)
        return cut(block, size);
    if (__builtin_expect(top != NULL && top->size >= size, 1))
        return cut_top(size);
    return take_slowly(size);
}

// Returns the size of the block for `bytes` bytes; 0 if that is too large.
static inline size_t size_for(size_t bytes)
{
    if (__builtin_expect(bytes > BYTES_MAX, 0)) {
        errno = ENOMEM;
        return 0;
    }
    size_t size = (bytes + WORD + ALIGNMENT - 1) & -(size_t)ALIGNMENT;
    return size < SMALLEST ? SMALLEST : size;
}

static __attribute__((noreturn, cold)) void stop(const char *what, size_t length)
{
    host_call3(HOST_WRITE, 2, (long)what, (long)length);
    abort();
}

#define STOP(what) stop(what "\n", sizeof what)

static inline void check_used(struct block *block)
{
    if (__builtin_expect(((uintptr_t)block + WORD) % ALIGNMENT != 0 || size_of(block) == 0, 0))
        STOP("free or realloc of an address that malloc did not return");
    if (__builtin_expect((block->size & FREE) != 0 || block >= top || (behind(block)->size & BEFORE_IS_FREE) != 0, 0))
        STOP("free or realloc of memory that is free already, or was never taken");
}

// malloc under another name: gcc would turn malloc and memset into a call of calloc, in calloc too.
static void *allocate(size_t bytes)
{
    size_t size = size_for(bytes);
    struct block *block = __builtin_expect(size == 0, 0) ? NULL : take(size);
    return block == NULL ? NULL : memory_of(block);
}

PUBLIC void *malloc(size_t bytes)
{
    return allocate(bytes);
}

PUBLIC void free(void *memory)
{
    if (memory == NULL)
        return;
    struct block *block = block_of(memory);
    check_used(block);
    __heap_sums.used_bytes -= size_of(block);
    set_free_and_join(block, size_of(block));
}

PUBLIC void *calloc(size_t count, size_t bytes)
{
    if (__builtin_mul_overflow(count, bytes, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    void *memory = allocate(bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

// Frees the part above `size` of a block in use, if it is enough for a block.
static void trim(struct block *block, size_t size)
{
    size_t rest = size_of(block) - size;
    if (rest < SMALLEST)
        return;
    block->size -= rest;
    struct block *other = at(block, size);
    other->size = 0;
    set_free_and_join(other, rest);
    __heap_sums.used_bytes -= rest;
}

// Extends a block in use by free memory after it to `size` bytes or more. If there is not enough, changes nothing.
static bool extend(struct block *block, size_t size)
{
    struct block *next = behind(block);
    size_t have = size_of(block);
    if (next == top) {
        if (top->size < size - have && !grow(size - have))
            return false;
        if (next != top) // grow began a new region
            return extend(block, size);
        cut_top(size - have);
        block->size += size - have;
        return true;
    }
    if (!(next->size & FREE) || have + size_of(next) < size)
        return false;
    list_remove(next);
    __heap_sums.used_bytes += size_of(next);
    block->size += size_of(next);
    behind(block)->size &= ~(size_t)BEFORE_IS_FREE;
    return true;
}

PUBLIC void *realloc(void *memory, size_t bytes)
{
    if (memory == NULL)
        return allocate(bytes);
    size_t size = size_for(bytes);
    if (size == 0)
        return NULL;
    struct block *block = block_of(memory);
    check_used(block);
    if (size_of(block) >= size || extend(block, size)) {
        trim(block, size);
        return memory;
    }
    void *other = allocate(bytes);
    if (other != NULL) {
        memcpy(other, memory, size_of(block) - WORD);
        free(memory);
    }
    return other;
}

void *__heap_take_aligned(size_t alignment, size_t bytes)
{
    if (alignment <= ALIGNMENT)
        return allocate(bytes);
    size_t size = size_for(bytes), with_room;
    if (size == 0 || __builtin_add_overflow(size, alignment + SMALLEST, &with_room) || size_for(with_room) == 0) {
        errno = ENOMEM;
        return NULL;
    }
    struct block *block = take(with_room);
    if (block == NULL)
        return NULL;
    uintptr_t memory = (uintptr_t)memory_of(block);
    if (memory % alignment != 0) {
        // The part before the aligned address becomes a block of its own.
        size_t front = ((memory + SMALLEST + alignment - 1) & -(uintptr_t)alignment) - memory, all = size_of(block);
        struct block *other = at(block, front);
        other->size = all - front;
        block->size -= all - front;
        __heap_sums.used_bytes -= front;
        set_free_and_join(block, front);
        block = other;
    }
    trim(block, size);
    return memory_of(block);
}

PUBLIC void *memalign(size_t alignment, size_t bytes)
{
    size_t power = ALIGNMENT;
    while (power < alignment && power <= SIZE_MAX / 2)
        power *= 2;
    return __heap_take_aligned(power, bytes);
}

PUBLIC size_t malloc_usable_size(void *memory)
{
    return memory == NULL ? 0 : size_of(block_of(memory)) - WORD;
}
