// The optional units of this node's TMD-MPE: a mover, if the platform defines FSL_MOVER_BASE; collectives, if it defines
// FSL_COLLECTIVE_WORDS, the words that are reduced at a time. Nodes without a TMD-MPE have neither. Full-duplex TMD-MPEs (FSL_IS_FULL_DUPLEX)
// send each other clear-to-sends without words, and take them from all nodes; an open one gives an engine's to the hart.
#ifndef FSL_MPE_H
#define FSL_MPE_H

#include "hal/mover.h"

#if defined RANKINE_CHANNEL_MPE && defined FSL_MOVER_BASE
#define FSL_HAS_MOVER 1
#else
#define FSL_HAS_MOVER 0
#endif

#if defined RANKINE_CHANNEL_MPE && defined FSL_COLLECTIVE_WORDS
#define FSL_HAS_COLLECTIVES 1
#else
#define FSL_HAS_COLLECTIVES 0
#endif

#endif
