// Measures malloc and free in nanoseconds a call. Blocks of mixed sizes are freed in order, in reverse order and in random
// order; then in random order once more, with many free blocks among them.
//   heap [BLOCKS]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t next_random(void)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void take(void **blocks, long count)
{
    for (long i = 0; i < count; i++) {
        blocks[i] = malloc(16 + next_random() % 240);
        if (blocks[i] == NULL) {
            fprintf(stderr, "heap: no memory for %ld blocks\n", count);
            exit(1);
        }
    }
}

enum order { SAME, OTHER, RANDOM };

static void arrange(void **blocks, long count, enum order order)
{
    for (long i = 0; i < count; i++) {
        long j = order == SAME ? i : order == OTHER ? count - 1 - i : i + (long)(next_random() % (uint32_t)(count - i));
        if (order == OTHER && j <= i)
            break;
        void *block = blocks[i];
        blocks[i] = blocks[j];
        blocks[j] = block;
    }
}

// Allocates all blocks and frees them in this order. Prints the mean time of a call of malloc and of free.
static void measure(const char *name, void **blocks, long count, enum order order)
{
    double start = now();
    take(blocks, count);
    double taken = now();
    arrange(blocks, count, order);
    double arranged = now();
    for (long i = 0; i < count; i++)
        free(blocks[i]);
    printf("%-24s %8.0f %8.0f\n", name, (taken - start) / (double)count, (now() - arranged) / (double)count);
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 16000;
    void **blocks = count > 0 ? malloc((size_t)count * sizeof *blocks) : NULL;
    void **others = count > 0 ? malloc((size_t)count * sizeof *others) : NULL;
    if (blocks == NULL || others == NULL) {
        fprintf(stderr, "heap: wrong number of blocks, or no memory\n");
        return 2;
    }
    printf("%-24s %8s %8s\n", "given back", "malloc", "free");
    measure("in order", blocks, count, SAME);
    measure("in the other order", blocks, count, OTHER);
    measure("in random order", blocks, count, RANDOM);
    // Frees every second of `others`, so that the free blocks lie apart.
    take(others, count);
    for (long i = 0; i < count; i += 2)
        free(others[i]);
    measure("random, among holes", blocks, count, RANDOM);
    return 0;
}
