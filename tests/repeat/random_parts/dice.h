// Part of random.c and long.c: random numbers that all ranks draw alike, and ways of spending time between calls.
#ifndef RANDOM_DICE_H
#define RANDOM_DICE_H

// ---- Random numbers ----

// The bytes of a word of content, and the increment of SplitMix64.
enum { STEP = 8 };
static const uint64_t GOLDEN = 0x9e3779b97f4a7c15;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// The `plan` of a phase gives all ranks the same numbers, `own` gives each rank its own.
struct dice {
    uint64_t state;
};

static struct dice dice_of(unsigned phase, unsigned whose)
{
    return (struct dice){mixed(mixed(seed + GOLDEN) + GOLDEN * (phase + 1)) + mixed(whose)};
}

static unsigned below(struct dice *dice, unsigned limit)
{
    dice->state += GOLDEN;
    return (unsigned)((mixed(dice->state) >> 32) * limit >> 32);
}

// A length, often near a border between two ways of sending.
static inline int random_bytes(struct dice *dice)
{
    static const int borders[] = {0, 4, 8, 16, 24, 32, 64, 232, 240, 256, 480, 720, 1024, 4096, 8192};
    int border = borders[below(dice, sizeof borders / sizeof borders[0])], off = (int)below(dice, 3) - 1;
    switch (below(dice, 10)) {
    case 0:
        return below(dice, 64);
    case 1:
        return below(dice, 600);
    case 2:
        return below(dice, below(dice, 12) ? 3000 : 50000);
    default:
        return border + off < 0 ? 0 : border + off;
    }
}

// ---- Time ----

static void work(unsigned rounds, unsigned kind)
{
    static unsigned char field[1 << 14];
    unsigned x = rounds;
    for (unsigned i = 0; i < rounds; i++) {
        x = x * 1103515245 + 12345;
        if (kind == 1)
            field[(x >> 8) % sizeof field] += i;
        else if (kind == 2)
            sink = sink + x;
    }
    sink = x;
}

static void be_late(struct dice *dice)
{
    unsigned rounds = below(dice, 24) == 0 ? below(dice, 20000) : below(dice, 600);
    work(rounds, below(dice, 3));
}

// Additional work of a polling loop: none, the same in every round or every few rounds, or something new each time.
struct habit {
    unsigned kind, rounds;
};

static inline struct habit some_habit(struct dice *dice)
{
    return (struct habit){below(dice, 5), below(dice, 200)};
}

static inline void linger(const struct habit *habit)
{
    static volatile unsigned count;
    if (habit->kind == 1)
        count = !count;
    else if (habit->kind == 2)
        count = (count + 1) % (2 + habit->rounds % 7);
    else if (habit->kind == 3)
        work(habit->rounds, 0);
    else if (habit->kind == 4)
        work(habit->rounds, 1);
}

static inline void watch_the_clock(struct dice *dice)
{
    double end = MPI_Wtime() + 1e-8 * below(dice, 1000);
    struct habit habit = some_habit(dice);
    int looks = below(dice, 2), flag;
    for (; MPI_Wtime() < end; linger(&habit))
        if (looks)
            MPI_Iprobe(MPI_ANY_SOURCE, UNIQUE_TAGS - 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

#endif
