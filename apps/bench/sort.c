// Quicksort, heapsort and radix sort of random keys, checked against each other. Measures the emulator's own
// speed; no MPI.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 1 << 15 };

static void exchange(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void quick(uint32_t *keys, int from, int to)
{
    while (to - from > 12) {
        uint32_t pivot = keys[from + (to - from) / 2];
        int i = from, j = to;
        while (i <= j) {
            while (keys[i] < pivot)
                i++;
            while (keys[j] > pivot)
                j--;
            if (i <= j)
                exchange(&keys[i++], &keys[j--]);
        }
        quick(keys, from, j);
        from = i;
    }
    for (int i = from + 1; i <= to; i++) {
        uint32_t key = keys[i];
        int j = i;
        for (; j > from && keys[j - 1] > key; j--)
            keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void sift(uint32_t *keys, int at, int count)
{
    uint32_t key = keys[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && keys[child + 1] > keys[child])
            child++;
        if (keys[child] <= key)
            break;
        keys[at] = keys[child];
    }
    keys[at] = key;
}

static void heap(uint32_t *keys, int count)
{
    for (int i = count / 2 - 1; i >= 0; i--)
        sift(keys, i, count);
    for (int i = count - 1; i > 0; i--) {
        exchange(&keys[0], &keys[i]);
        sift(keys, 0, i);
    }
}

static void radix(uint32_t *keys, uint32_t *other, int count)
{
    for (int shift = 0; shift < 32; shift += 8) {
        int places[257] = {0};
        for (int i = 0; i < count; i++)
            places[(keys[i] >> shift & 0xff) + 1]++;
        for (int i = 0; i < 256; i++)
            places[i + 1] += places[i];
        for (int i = 0; i < count; i++)
            other[places[keys[i] >> shift & 0xff]++] = keys[i];
        uint32_t *t = keys;
        keys = other;
        other = t;
    }
}

int main(int argc, char **argv)
{
    static uint32_t keys[KEYS], a[KEYS], b[KEYS];
    uint32_t state = 1, sum = 0;
    for (int round = argc > 1 ? atoi(argv[1]) : 8; round > 0; round--) {
        for (int i = 0; i < KEYS; i++)
            keys[i] = (state = state * 1664525u + 1013904223u);
        memcpy(a, keys, sizeof a);
        quick(a, 0, KEYS - 1);
        memcpy(b, keys, sizeof b);
        heap(b, KEYS);
        radix(keys, (uint32_t[KEYS]){0}, KEYS);
        if (memcmp(a, b, sizeof a) != 0 || memcmp(a, keys, sizeof a) != 0)
            return 1;
        sum = sum * 31 + a[KEYS / 3];
    }
    printf("checksum %08x\n", (unsigned)sum);
    return 0;
}
