// Tests malloc: alignment, reuse, the limit of memory (a null pointer, not a fault), and the aligned kinds.
#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct block {
    struct block *next;
};

// Allocates blocks until there is no memory, frees all, and returns their number.
static int fill(size_t size)
{
    struct block *all = NULL;
    int count = 0;
    for (struct block *b; (b = malloc(size)); count++) {
        b->next = all;
        all = b;
    }
    CHECK(errno == ENOMEM);
    for (struct block *next; all; all = next) {
        next = all->next;
        free(all);
    }
    return count;
}

// A slot of the table: memory from malloc and related functions, filled with bytes that identify the slot.
struct slot {
    unsigned char *memory;
    size_t size;
};

enum { SLOTS = 300, STEPS = 20000, LARGE = 6000 };

static unsigned next_random(void)
{
    static unsigned state = 12345;
    state = state * 1103515245 + 12345;
    return state >> 8;
}

static int is_filled(const struct slot *slot, size_t size, int mark)
{
    for (size_t i = 0; i < size; i++)
        if (slot->memory[i] != (unsigned char)mark)
            return 0;
    return 1;
}

// A random size, mostly small, sometimes a multiple of the sizes that free lists use.
static size_t some_size(void)
{
    unsigned r = next_random();
    return r % 8 == 0 ? r / 8 % LARGE : r % 8 == 1 ? 16u << r / 8 % 9 : r / 8 % 200;
}

static void change(struct slot *slot, int mark)
{
    size_t size = some_size(), alignment = (size_t)16 << next_random() % 9;
    if (slot->memory != NULL && next_random() % 3 != 0) {
        CHECK(is_filled(slot, slot->size, mark));
        free(slot->memory);
        slot->memory = NULL;
        return;
    }
    if (slot->memory != NULL) {
        slot->memory = realloc(slot->memory, size);
        CHECK(slot->memory != NULL && is_filled(slot, size < slot->size ? size : slot->size, mark));
    } else if (next_random() % 4 == 0) {
        slot->memory = aligned_alloc(alignment, size);
        CHECK(slot->memory != NULL && (uintptr_t)slot->memory % alignment == 0);
    } else if (next_random() % 4 == 0) {
        slot->memory = calloc(1, size);
        CHECK(slot->memory != NULL && is_filled(slot, size, 0));
    } else {
        slot->memory = malloc(size);
    }
    CHECK(slot->memory != NULL && (uintptr_t)slot->memory % 16 == 0 && malloc_usable_size(slot->memory) >= size);
    memset(slot->memory, mark, size);
    slot->size = size;
}

// Allocates and frees in any order. Sometimes the program moves the break itself.
static void random_order(void)
{
    static struct slot slots[SLOTS];
    size_t used = mallinfo().uordblks;
    for (int step = 0; step < STEPS; step++) {
        int i = (int)(next_random() % SLOTS);
        change(&slots[i], i);
        if (step % 5000 == 4999)
            CHECK(sbrk(step / 5000 * 8 + 8) != (void *)-1);
    }
    for (int i = 0; i < SLOTS; i++) {
        CHECK(slots[i].memory == NULL || is_filled(&slots[i], slots[i].size, i));
        free(slots[i].memory);
    }
    struct mallinfo info = mallinfo();
    CHECK(info.uordblks == used && info.arena >= info.fordblks && info.ordblks <= 10);
}

int main(void)
{
    random_order();
    char *p = malloc(100);
    CHECK(p && (uintptr_t)p % sizeof(double) == 0);
    memset(p, 'x', 100);
    p = realloc(p, 10000);
    CHECK(p && p[0] == 'x' && p[99] == 'x');
    free(p);
    int *zeros = calloc(1000, sizeof *zeros);
    for (int i = 0; i < 1000; i++)
        CHECK(zeros[i] == 0);
    free(zeros);
    void *aligned;
    CHECK(posix_memalign(&aligned, 4096, 100) == 0 && (uintptr_t)aligned % 4096 == 0);
    free(aligned);
    aligned = aligned_alloc(64, 128);
    CHECK(aligned && (uintptr_t)aligned % 64 == 0);
    free(aligned);
    volatile size_t huge = SIZE_MAX / 2; // volatile, because the compiler would warn of the intended size
    CHECK(!malloc(huge) && errno == ENOMEM && !calloc(huge, 8));
    int first = fill(1 << 20), second = fill(1 << 20);
    CHECK(first > 0 && second >= first);
    return finish();
}
