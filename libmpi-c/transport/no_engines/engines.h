// Ranks without a hart, as the layers above see them: there are none.
#ifndef TRANSPORT_ENGINES_H
#define TRANSPORT_ENGINES_H

#include "p2p/comm.h"

// Macros, not functions: an empty function, too, has a say in what the compiler inlines.
#define transport_check_harts(comm)
#define transport_harts() (&p2p_world)

#endif
