// The tables of predefined datatypes.
#include "p2p/datatype.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

#define ENTRY(size, extent, class) {size, extent, class}
const struct p2p_datatype p2p_datatypes[P2P_DATATYPE_COUNT] = {
#include "p2p/datatype_rows.h"
};
#undef ENTRY

#define LOGARITHM(extent) \
    ((extent) == 1    ? P2P_SHIFTED \
     : (extent) == 2  ? P2P_SHIFTED + 1 \
     : (extent) == 4  ? P2P_SHIFTED + 2 \
     : (extent) == 8  ? P2P_SHIFTED + 3 \
     : (extent) == 16 ? P2P_SHIFTED + 4 \
                      : 0)
#define ENTRY(size, extent, class) (size) == (extent) ? LOGARITHM(extent) : 0
const uint8_t p2p_shifts[P2P_DATATYPE_COUNT] P2P_SMALL_DATA = {
#include "p2p/datatype_rows.h"
};
