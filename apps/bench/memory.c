// Copies blocks and chases pointers. Measures the emulator's own speed; no MPI.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 1 << 14, NODES = 1 << 15 };

struct node {
    struct node *next;
    uint64_t value;
};

static __attribute__((noinline)) void copy(volatile uint64_t *to, const volatile uint64_t *from, int words)
{
    for (int i = 0; i < words; i += 4) {
        to[i] = from[i];
        to[i + 1] = from[i + 1];
        to[i + 2] = from[i + 2];
        to[i + 3] = from[i + 3];
    }
}

static __attribute__((noinline)) uint64_t chase(const struct node *node, int steps)
{
    uint64_t sum = 0;
    for (; steps > 0; steps--, node = node->next)
        sum += node->value;
    return sum;
}

int main(int argc, char **argv)
{
    static uint64_t a[WORDS], b[WORDS];
    static struct node nodes[NODES];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < NODES; i++)
        nodes[i] = (struct node){&nodes[(i * 7919u + 1) % NODES], i};
    for (int round = argc > 1 ? atoi(argv[1]) : 200; round > 0; round--) {
        a[round % WORDS] = (uint64_t)round;
        copy(b, a, WORDS);
        copy(a + 1, b, WORDS - 4);
        sum = sum * 31 + chase(&nodes[round % NODES], 2 * NODES) + a[WORDS / 2];
    }
    printf("checksum %016llx\n", (unsigned long long)sum);
    return 0;
}
