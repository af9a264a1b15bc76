// Tests accumulates with every operation, with types of several classes, and with long data.
#include "../check.h"

static MPI_Win win;
static _Alignas(64) long long memory[8];

// Sets rank 0's memory to `start`. Then every rank combines it with rank + 2.
#define COMBINE(type, datatype, op, start, combined)                                            \
    do {                                                                                        \
        type mine = (type)(rank + 2), *there = (type *)memory, want = (type)(start);            \
        *there = (type)(start);                                                                 \
        MPI_Win_fence(0, win);                                                                  \
        MPI_Accumulate(&mine, 1, datatype, 0, 0, 1, datatype, op, win);                         \
        MPI_Win_fence(0, win);                                                                  \
        for (int other = 0; other < size; other++) {                                            \
            type b = (type)(other + 2), a = want;                                               \
            want = (type)(combined);                                                            \
        }                                                                                       \
        if (rank == 0)                                                                          \
            CHECK(*there == want);                                                              \
        MPI_Win_fence(0, win);                                                                  \
    } while (0)

#define INTEGERS(type, datatype)                                   \
    COMBINE(type, datatype, MPI_SUM, 3, a + b);                    \
    COMBINE(type, datatype, MPI_PROD, 1, a * b);                   \
    COMBINE(type, datatype, MPI_MIN, 100, a < b ? a : b);          \
    COMBINE(type, datatype, MPI_MAX, 1, a > b ? a : b);            \
    COMBINE(type, datatype, MPI_BAND, 127, a & b);                 \
    COMBINE(type, datatype, MPI_BOR, 0, a | b);                    \
    COMBINE(type, datatype, MPI_BXOR, 5, a ^ b);                   \
    COMBINE(type, datatype, MPI_LAND, 1, a && b);                  \
    COMBINE(type, datatype, MPI_LOR, 0, a || b);                   \
    COMBINE(type, datatype, MPI_LXOR, 0, !a != !b)

static void lengthy(int count)
{
    int *mine = malloc(count * sizeof(int)), *there = malloc(count * sizeof(int));
    MPI_Win large;
    for (int i = 0; i < count; i++) {
        mine[i] = i + rank;
        there[i] = -i;
    }
    MPI_Win_create(there, (MPI_Aint)(count * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &large);
    MPI_Win_fence(0, large);
    for (int to = 0; to < size; to++)
        MPI_Accumulate(mine, count, MPI_INT, to, 0, count, MPI_INT, MPI_SUM, large);
    MPI_Win_fence(0, large);
    for (int i = 0; i < count; i++)
        CHECK(there[i] == size * i + size * (size - 1) / 2 - i);
    MPI_Win_fence(0, large);
    MPI_Accumulate(mine, count, MPI_INT, (rank + 1) % size, 0, count, MPI_INT, MPI_REPLACE, large);
    MPI_Win_fence(0, large);
    for (int i = 0; i < count; i++)
        CHECK(there[i] == i + (rank + size - 1) % size);
    MPI_Win_free(&large);
    free(mine);
    free(there);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    INTEGERS(int, MPI_INT);
    INTEGERS(signed char, MPI_SIGNED_CHAR);
    INTEGERS(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGERS(long long, MPI_LONG_LONG);
    COMBINE(float, MPI_FLOAT, MPI_SUM, 0.5f, a + b);
    COMBINE(double, MPI_DOUBLE, MPI_PROD, 0.5, a * b);
    COMBINE(double, MPI_DOUBLE, MPI_MAX, 2.5, a > b ? a : b);
    COMBINE(unsigned char, MPI_BYTE, MPI_BXOR, 7, a ^ b);
    MPI_Win_free(&win);
    lengthy(1);
    lengthy(1500);
    lengthy(20000 / size);
    return end();
}
