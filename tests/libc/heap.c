// malloc: alignment, reuse, the limit of memory (null, not a fault), and the aligned kinds.
#include "check.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
};

// Takes blocks until there are none, gives all back, and says how many there were.
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

int main(void)
{
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
    volatile size_t huge = SIZE_MAX / 2; // unknown to the compiler, which would warn of what is meant
    CHECK(!malloc(huge) && errno == ENOMEM && !calloc(huge, 8));
    int first = fill(1 << 20), second = fill(1 << 20);
    CHECK(first > 0 && second >= first);
    return finish();
}
