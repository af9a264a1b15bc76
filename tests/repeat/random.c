// Random message passing. From SEED every rank derives the same PHASES of a pattern that cannot deadlock, and
// chooses its own ways of sending, receiving and waiting. All data is checked. The output does not depend on
// timing, except for the order of lines of several ranks. With `sums` only rank 0 prints, at the end.
//
// Why it cannot deadlock: all ranks follow the same order of phases, and of messages in a phase. Take the
// earliest call that blocks: all it needs of other ranks comes earlier or is the same call. Between two
// ranks, receives are posted in the order of the sends, so the n-th matches the n-th, also with MPI_ANY_TAG.
#include "../mpi/check.h"
#include <stdint.h>

enum { GUARD = 16, PAINT = 0xa5, SLACK = 40, UNIQUE_TAGS = 20000, TAGS_A_PHASE = 256 };

static int only_sums;
static uint64_t seed, checksum;
static long received;
static volatile unsigned sink;

#include "random_parts/dice.h"
#include "random_parts/messages.h"
#include "random_parts/transfers.h"
#include "random_parts/collectives.h"

// ---- Phases ----

static void say(struct dice *own, unsigned phase)
{
    FILE *to = below(own, 3) ? stdout : stderr;
    if (!only_sums && below(own, 2))
        fprintf(to, "phase %u: rank %d: %ld received, %016llx\n", phase, rank, received, (unsigned long long)checksum);
}

// Rank 0 prints for all ranks, because native MPICH may mix lines of several ranks.
static void say_sums(void)
{
    uint64_t mine[2] = {received, checksum}, all[2 * size];
    MPI_Gather(mine, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        printf("rank %d of %d: %llu received, checksum %016llx\n", i, size, (unsigned long long)all[2 * i],
               (unsigned long long)all[2 * i + 1]);
}

static void perform(unsigned phase)
{
    struct dice plan = dice_of(phase, 0), own = dice_of(phase, 1 + rank);
    unsigned kind = below(&plan, 16);
    end_groups(phase, &own);
    if (below(&own, 4) == 0)
        watch_the_clock(&own);
    if (kind < 4)
        chain(&plan, &own, phase);
    else if (kind < 8)
        burst(&plan, &own, phase);
    else if (kind < 11)
        collective(&plan, &own, phase);
    else if (kind < 13)
        from_anybody(&plan, &own, phase);
    else if (kind < 14)
        flood(&plan, &own, phase);
    else if (kind < 15)
        exchange(&plan, &own, phase);
    else
        be_late(&own);
    end_groups(phase, &own);
    if (below(&own, 3) == 0)
        say(&own, phase);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    only_sums = argc == 4 && strcmp(argv[3], "sums") == 0;
    if (argc != 3 && !only_sums) {
        fprintf(stderr, "usage: random SEED PHASES [sums]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    seed = strtoull(argv[1], NULL, 0);
    unsigned phases = strtoul(argv[2], NULL, 0);
    for (unsigned phase = 0; phase < phases; phase++)
        perform(phase);
    struct dice own = dice_of(phases, 1 + rank);
    end_groups(UINT32_MAX, &own);
    say_sums();
    MPI_Finalize();
    return 0;
}
