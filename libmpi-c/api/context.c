// Which contexts are in use, and how ranks agree on one that is not.
//
// Several agreements may be under way in one rank, begun in different orders in different ranks, so none may wait for another. There
// are two sorts of numbers. The quick ones are offered by one agreement at a time in each rank; what all have offered is taken
// after one round. An agreement that has none of them takes one of the others that is free everywhere, asks whether it still is
// and reserves it, and begins again if a rank says that it is not.
#include "api/context.h"

#include "match/match.h"

// Words of bits, one for each communicator. MPI_COMM_WORLD and MPI_COMM_SELF have the first two.
enum { CONTEXT_QUICK_WORDS = 20, CONTEXT_OTHER_BITS = (CONTEXT_WORDS - CONTEXT_QUICK_WORDS) * 64 };

static uint64_t context_used[CONTEXT_WORDS] = {3};

// Given back; free again as soon as no receive is posted there. Its sender may not have begun yet.
static uint64_t context_left[CONTEXT_WORDS];

static bool context_quick_offered;  // by an agreement under way here

static bool context_has_bit(const uint64_t *words, int bit)
{
    return (words[bit / 64] >> bit % 64 & 1) != 0;
}

static void context_use(int number)
{
    context_used[number / 64] |= (uint64_t)1 << number % 64;
}

static void context_unuse(int number)
{
    context_used[number / 64] &= ~((uint64_t)1 << number % 64);
}

bool context_is_awaited(int context)
{
    for (const struct match_entry *entry = NULL; (entry = match_next_posted(entry)) != NULL;) {
        if ((entry->key >> MATCH_CONTEXT_SHIFT) - context < P2P_CONTEXTS_A_COMM)
            return true;
    }
    return false;
}

static void context_collect(void)
{
    for (int i = 0; i < CONTEXT_WORDS; i++) {
        for (uint64_t left = context_left[i]; left != 0; left &= left - 1) {
            int number = i * 64 + __builtin_ctzll(left);
            if (context_is_awaited(number * P2P_CONTEXTS_A_COMM))
                continue;
            context_left[i] &= ~(left & -left);
            context_unuse(number);
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

// Agreements look from different places on, and from another one each time, so that two do not go on hindering each other.
static int context_first_other(const uint64_t *free, unsigned from)
{
    for (unsigned i = 0; i < CONTEXT_OTHER_BITS; i++) {
        int number = CONTEXT_QUICK_WORDS * 64 + (from + i) % CONTEXT_OTHER_BITS;
        if (context_has_bit(free, number))
            return number;
    }
    return -1;
}

// Is it free everywhere, now that nothing else takes it?
static bool context_reserve(const struct agreement *agreement, int number)
{
    bool mine = !context_has_bit(context_used, number);
    uint64_t all = mine;
    if (mine)
        context_use(number);
    agreement_and(agreement, &all, 1);
    if (all == 0 && mine)
        context_unuse(number);
    return all != 0;
}

// -1: none is left; -2: none this time.
static int context_try(const struct agreement *agreement, bool quick, unsigned from)
{
    context_collect();
    // The last word says whether all ranks have offered their quick numbers, and where to look from.
    uint64_t free[CONTEXT_WORDS + 1];
    for (int i = 0; i < CONTEXT_WORDS; i++)
        free[i] = quick || i >= CONTEXT_QUICK_WORDS ? ~context_used[i] : 0;
    free[CONTEXT_WORDS] = (uint64_t)quick << 63 | from;
    agreement_and(agreement, free, CONTEXT_WORDS + 1);
    int number = context_first_quick(free);
    if (number >= 0) {
        context_use(number);
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
