// Integer work for measuring the emulator's own speed: sieve, sort, hashing and a linked list. No MPI.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIEVE = 1 << 20, SORT = 1 << 16, NODES = 1 << 14 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static uint32_t sieve(void)
{
    static unsigned char composite[SIEVE];
    uint32_t primes = 0;
    for (uint32_t i = 0; i < SIEVE; i++)
        composite[i] = 0;
    for (uint32_t i = 2; i < SIEVE; i++) {
        if (composite[i])
            continue;
        primes++;
        for (uint32_t j = 2 * i; j < SIEVE; j += i)
            composite[j] = 1;
    }
    return primes;
}

static uint32_t sort(uint32_t *state)
{
    static uint32_t keys[SORT];
    for (uint32_t i = 0; i < SORT; i++)
        keys[i] = next_random(state);
    for (uint32_t gap = SORT / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < SORT; i++) {
            uint32_t key = keys[i], j = i;
            for (; j >= gap && keys[j - gap] > key; j -= gap)
                keys[j] = keys[j - gap];
            keys[j] = key;
        }
    return keys[SORT / 2];
}

static uint32_t chase(uint32_t *state)
{
    static struct node {
        struct node *next;
        uint32_t value;
    } nodes[NODES];
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i].next = &nodes[(i * 7919u + 1) % NODES];
        nodes[i].value = next_random(state);
    }
    struct node *node = nodes;
    for (uint32_t i = 0; i < 40 * NODES; i++, node = node->next)
        hash = (hash ^ node->value) * 16777619u;
    return hash;
}

int main(int argc, char **argv)
{
    uint32_t state = 1, sum = 0;
    for (int round = argc > 1 ? atoi(argv[1]) : 10; round > 0; round--)
        sum = sum * 31 + sieve() + sort(&state) + chase(&state);
    printf("checksum %08x\n", (unsigned)sum);
    return 0;
}
