// Ranks without a hart, for transports that have none.
#ifndef TRANSPORT_ENGINES_H
#define TRANSPORT_ENGINES_H

#include "p2p/comm.h"

// Macros, not functions: even an empty function changes what the compiler inlines.
#define transport_check_harts(comm)
#define transport_harts() (&p2p_world)

#endif
