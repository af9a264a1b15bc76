// The words that an exchange of cells.h puts into one cell.
#ifndef P2P_CELL_H
#define P2P_CELL_H

#include <stdint.h>

#include "channel_kind.h"

// Words as they are sent, whatever they contain.
enum { P2P_CELL_WORDS = CHAN_CELL_WORDS };
typedef chan_cell_word __attribute__((may_alias)) p2p_cell_word;

enum { P2P_CELL_BYTES = P2P_CELL_WORDS * sizeof(p2p_cell_word) };

#endif
