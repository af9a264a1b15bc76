// The predefined datatypes: size, extent, and what reductions may do with them.
#ifndef P2P_DATATYPE_H
#define P2P_DATATYPE_H

#include <stdint.h>

#include "include/mpi.h"

enum p2p_class {
    P2P_OPAQUE,  // for communication only
    P2P_BYTE,
    P2P_I8, P2P_I16, P2P_I32, P2P_I64,
    P2P_U8, P2P_U16, P2P_U32, P2P_U64,
    P2P_LOGICAL8, P2P_LOGICAL16, P2P_LOGICAL32, P2P_LOGICAL64,
    P2P_FLOAT, P2P_DOUBLE, P2P_LONG_DOUBLE,
    P2P_FLOAT_COMPLEX, P2P_DOUBLE_COMPLEX, P2P_LONG_DOUBLE_COMPLEX,
    P2P_FLOAT_INT, P2P_DOUBLE_INT, P2P_LONG_INT, P2P_2INT, P2P_SHORT_INT, P2P_LONG_DOUBLE_INT,
    P2P_2FLOAT, P2P_2DOUBLE,
    P2P_CLASSES
};

struct p2p_datatype {
    uint8_t size, extent;  // 0: no such type
    uint16_t class;        // enum p2p_class
};

enum { P2P_DATATYPE_FIRST = 0x200, P2P_DATATYPE_COUNT = 0x100 };

extern const struct p2p_datatype p2p_datatypes[P2P_DATATYPE_COUNT];

// The entry of a handle; one with extent 0 when it is none.
static inline const struct p2p_datatype *p2p_datatype(MPI_Datatype handle)
{
    uintptr_t index = (uintptr_t)handle - P2P_DATATYPE_FIRST;
    return &p2p_datatypes[index < P2P_DATATYPE_COUNT ? index : 0];
}

#endif
