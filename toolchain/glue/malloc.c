// malloc and its kin: free blocks in lists by size, with a bit for each list that is not empty. So a call takes about the same time
// however many blocks there are and in whatever order they come and go, but for the bytes that calloc clears and realloc moves. (As
// in M. Masmano et al., "TLSF: a new dynamic memory allocator for real-time systems", ECRTS 2004, with exact lists for small sizes
// and the last block apart, as in D. Lea's allocator.)
//
// Memory is blocks, one behind the other. A block is a head of one word, which has its size, head included, a multiple of ALIGNMENT,
// and two flags; then what the program has of it. A block that is free has its neighbours in the list of its size there, and
// its size once more in its last word, so that the block behind it finds where it begins. No two free blocks are neighbours. Behind
// the last block is `top`, which is free, too, but in no list, with the one word behind it that a head of size 0 needs.
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
    ALIGNMENT = 16,                                          // of what the program gets, enough for every type
    SMALL_SHIFT = 10, SMALL = 1 << SMALL_SHIFT,              // bytes; below, each size has a list
    SPLIT_SHIFT = 3, SPLIT = 1 << SPLIT_SHIFT,               // lists for each power of two from there on
    LARGEST_SHIFT = WORD == 8 ? 38 : 32,                     // all sizes are below this power of two
    SMALL_LISTS = SMALL / ALIGNMENT,
    LISTS = SMALL_LISTS + SPLIT * (LARGEST_SHIFT - SMALL_SHIFT),
    MAP_WORDS = (LISTS + WORD_BITS - 1) / WORD_BITS,
    FROM_SYSTEM = 4096,                                      // the heap grows by multiples of this
};

// What a program can ask for.
#define BYTES_MAX ((WORD == 8 ? (size_t)1 << (LARGEST_SHIFT - 1) : (size_t)PTRDIFF_MAX) - FROM_SYSTEM)

enum { FREE = 1, BEFORE_IS_FREE = 2, FLAGS = ALIGNMENT - 1 };

struct block {
    size_t size;                    // with the flags
    struct block *next, *previous;  // while it is free
};

enum { SMALLEST = (sizeof(struct block) + WORD + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

static struct block *lists[LISTS];
static size_t in_use[MAP_WORDS];  // a bit for each list
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

// The lowest bit that is set: harts need not have an instruction for it.
static inline unsigned lowest(size_t map)
{
    // De Bruijn's sequence: its upper bits are other ones wherever it is shifted to.
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

// The list that has blocks of this size: of exactly this, or from a part of a power of two on.
static inline unsigned list_of(size_t size)
{
    if (__builtin_expect(size < SMALL, 1))
        return size / ALIGNMENT;
    unsigned shift = WORD_BITS - 1 - __builtin_clzl(size);
    return SMALL_LISTS + SPLIT * (shift - SMALL_SHIFT) + (size >> (shift - SPLIT_SHIFT)) - SPLIT;
}

// The first list of which every block has this size or more.
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

// Makes a free block of `size` bytes, in front of one that is in use; the flag of `block` says whether the one before it is free.
static inline void set_free(struct block *block, size_t size)
{
    block->size = size | FREE | (block->size & BEFORE_IS_FREE);
    struct block *next = at(block, size);
    ((size_t *)next)[-1] = size;
    next->size |= BEFORE_IS_FREE;
    list_add(block, size);
}

// The same where the neighbours may be free, or be `top`.
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

// The block whose list comes first of those that have enough; NULL: there is none.
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

// One of the list of this size, of whose blocks some may be smaller; when the system has no more.
static struct block *find_thoroughly(size_t size)
{
    struct block *block = lists[list_of(size)];
    while (block != NULL && size_of(block) < size)
        block = block->next;
    return block;
}

// So many bytes from the system, a multiple of ALIGNMENT; NULL: it has not so many.
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

// Memory behind what the program itself took from the system, or the first. What was `top` is a block like any other.
static bool begin_region(size_t size)
{
    size_t aligning = -(uintptr_t)__host_sbrk(0) % ALIGNMENT, bytes = aligning + system_bytes(size + ALIGNMENT);
    char *memory = from_system(bytes);
    if (memory == NULL)
        return false;
    struct block *last = top;
    // What the program gets, behind the heads, is aligned.
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

// Gives `top` a size of at least so many bytes.
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

// The first bytes of `top`, which has as many, become a block in use.
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

// A free block becomes one in use, and gives back what it has above `size`, if that is enough for a block.
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

// A block in use of at least `size` bytes; NULL: there is none.
static inline struct block *take(size_t size)
{
    struct block *block = find(size);
    if (block != NULL)
        return cut(block, size);
    if (__builtin_expect(top != NULL && top->size >= size, 1))
        return cut_top(size);
    return take_slowly(size);
}

// The size of the block for so many bytes; 0: there is none so large.
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

// malloc by another name: gcc would make a call of calloc of malloc and memset, in calloc too.
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

// A block in use gives back what it has above `size`, if that is enough for a block.
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

// Takes what is free behind a block in use into it, so that it has `size` bytes or more; else changes nothing.
static bool extend(struct block *block, size_t size)
{
    struct block *next = behind(block);
    size_t have = size_of(block);
    if (next == top) {
        if (top->size < size - have && !grow(size - have))
            return false;
        if (next != top) // grow began a region
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
        // What lies before is a block of its own.
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
