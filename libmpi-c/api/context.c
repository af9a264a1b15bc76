// Context numbers: which ones are in use, and how ranks agree on a free one.
//
// Several agreements may be under way in one rank, begun in a different order at each rank, so none may wait for another. So
// there are two sorts of numbers. Quick numbers are offered by only one agreement at a time in each rank; one that all ranks
// offer is taken after one round. If there is none, the agreement chooses one of the other numbers that is free at all ranks and
// asks all ranks in a second round to reserve it. If a rank has given that number to another agreement in between, it tries
// again.
#include "api/context.h"

#include "p2p/p2p.h"

// Sets of numbers are words of bits. The numbers 0 and 1 are those of MPI_COMM_WORLD and MPI_COMM_SELF.
enum { CONTEXT_QUICK_WORDS = CONTEXT_WORDS * 5 / 7, CONTEXT_OTHER_BITS = (CONTEXT_WORDS - CONTEXT_QUICK_WORDS) * 64 };

static uint64_t context_used[CONTEXT_WORDS] = {3};

// Numbers given back. They are free again when no receive is posted in their contexts: its sender may not have begun yet.
static uint64_t context_left[CONTEXT_WORDS];

static bool context_quick_offered;  // an agreement under way in this rank offers the quick numbers

static bool context_has_bit(const uint64_t *words, int bit)
{
    return (words[bit / 64] >> bit % 64 & 1) != 0;
}

static void context_set(int number)
{
    context_used[number / 64] |= (uint64_t)1 << number % 64;
}

static void context_clear(int number)
{
    context_used[number / 64] &= ~((uint64_t)1 << number % 64);
}

static void context_collect(void)
{
    for (int i = 0; i < CONTEXT_WORDS; i++) {
        for (uint64_t left = context_left[i]; left != 0; left &= left - 1) {
            int number = i * 64 + __builtin_ctzll(left);
            if (p2p_is_awaited(number * P2P_CONTEXTS_A_COMM))
                continue;
            context_left[i] &= ~(left & -left);
            context_clear(number);
        }
    }
}

static int context_first_quick(const uint64_t *free)
{
    for (int i = 0; i < CONTEXT_QUICK_WORDS; i++) {
        if (free[i] != 0)
            return i * 64 + __builtin_ctzll(free[i]);
    }
    return -1;
}

// Returns the first number that is not quick, searching from `from` on, or -1. Agreements start from different places, and from
// another place at each try, so that two do not keep choosing the same number.
static int context_first_other(const uint64_t *free, unsigned from)
{
    for (unsigned i = 0; i < CONTEXT_OTHER_BITS; i++) {
        int number = CONTEXT_QUICK_WORDS * 64 + (from + i) % CONTEXT_OTHER_BITS;
        if (context_has_bit(free, number))
            return number;
    }
    return -1;
}

// Reserves a number at all ranks of the agreement. Returns false, and reserves nothing, if it is no longer free at all ranks.
static bool context_reserve(const struct agreement *agreement, int number)
{
    bool mine = !context_has_bit(context_used, number);
    uint64_t all = mine;
    if (mine)
        context_set(number);
    agreement_and(agreement, &all, 1);
    if (all == 0 && mine)
        context_clear(number);
    return all != 0;
}

// Returns a number that is now in use at all ranks, -1 if none is left, or -2 to try again.
static int context_try(const struct agreement *agreement, bool quick, unsigned from)
{
    context_collect();
    // The last word: do all ranks offer their quick numbers, and where does the search for other numbers start?
    uint64_t free[CONTEXT_WORDS + 1];
    for (int i = 0; i < CONTEXT_WORDS; i++)
        free[i] = quick || i >= CONTEXT_QUICK_WORDS ? ~context_used[i] : 0;
    free[CONTEXT_WORDS] = (uint64_t)quick << 63 | from;
    agreement_and(agreement, free, CONTEXT_WORDS + 1);
    int number = context_first_quick(free);
    if (number >= 0) {
        context_set(number);
        return number;
    }
    number = context_first_other(free, (uint32_t)free[CONTEXT_WORDS]);
    if (number < 0)
        return free[CONTEXT_WORDS] >> 63 != 0 ? -1 : -2;
    return context_reserve(agreement, number) ? number : -2;
}

static int context_take_one(const struct agreement *agreement)
{
    bool quick = false;
    int number;
    unsigned from = agreement->tag + comm_context(&agreement->comm);
    do {
        if (!quick && !context_quick_offered)
            quick = context_quick_offered = true;
        number = context_try(agreement, quick, from += 29);
    } while (number == -2);
    if (quick)
        context_quick_offered = false;
    return number < 0 ? -1 : number * P2P_CONTEXTS_A_COMM;
}

bool context_take(const struct agreement *agreement, int *contexts, int count)
{
    for (int taken = 0; taken < count; taken++) {
        contexts[taken] = context_take_one(agreement);
        if (contexts[taken] >= 0)
            continue;
        while (taken-- > 0)
            context_give_back(contexts[taken]);
        return false;
    }
    return true;
}

void context_give_back(int context)
{
    int number = context / P2P_CONTEXTS_A_COMM;
    if (context != CONTEXT_NONE)
        context_left[number / 64] |= (uint64_t)1 << number % 64;
}
