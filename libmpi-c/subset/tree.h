// TMD-MPI: the tree of barrier, broadcast and reduction. Places count from the root's on. SUBSET_TREE chooses one of two: the root has
// all others as children, at steps 1, 2, 3 … (Saldaña 2006 §4.3.1); or a binomial tree, in which a place has children at the steps 1, 2,
// 4 … below its own lowest bit.
#ifndef SUBSET_TREE_H
#define SUBSET_TREE_H

#include "subset/subset.h"

#if SUBSET_TREE

// Returns a limit: the steps of all children are below it.
static inline unsigned subset_reach(unsigned place)
{
    unsigned reach = 1;
    if (place != 0)
        return place & -place;
    while (reach < subset_world.size)
        reach *= 2;
    return reach;
}

static inline unsigned subset_parent(unsigned place)
{
    return place & (place - 1);
}

static inline unsigned subset_step_up(unsigned step)
{
    return step * 2;
}

static inline unsigned subset_step_down(unsigned step)
{
    return step / 2;
}

#else

static inline unsigned subset_reach(unsigned place)
{
    return place == 0 ? subset_world.size : 1;
}

static inline unsigned subset_parent(unsigned place)
{
    (void)place;
    return 0;
}

static inline unsigned subset_step_up(unsigned step)
{
    return step + 1;
}

static inline unsigned subset_step_down(unsigned step)
{
    return step - 1;
}

#endif

static inline unsigned subset_place(unsigned root)
{
    return subset_world.rank >= root ? subset_world.rank - root : subset_world.rank + subset_world.size - root;
}

static inline unsigned subset_rank(unsigned root, unsigned place)
{
    unsigned rank = root + place;
    return rank < subset_world.size ? rank : rank - subset_world.size;
}

#endif
