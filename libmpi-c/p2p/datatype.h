// The predefined datatypes: size, extent, and what reductions may do with them.
#ifndef P2P_DATATYPE_H
#define P2P_DATATYPE_H

#include <stdbool.h>
#include <stddef.h>
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
    uint8_t class;         // enum p2p_class
};

enum { P2P_DATATYPE_FIRST = 0x200, P2P_DATATYPE_COUNT = 0x100 };

extern const struct p2p_datatype p2p_datatypes[P2P_DATATYPE_COUNT];

// Marks a valid shift of a datatype. It lies beyond the bits that count in a shift of a size_t.
enum { P2P_SHIFTED = 0x40 };

// In memory that the global pointer reaches, because every message needs it.
#define P2P_SMALL_DATA __attribute__((section(".sdata2.p2p_shifts")))

// For each datatype P2P_SHIFTED and the logarithm of its extent; 0 if that is no power of two or not the size, and for no type.
extern const uint8_t p2p_shifts[P2P_DATATYPE_COUNT];

// Is the handle within the table? Its entry may still be of no type.
static inline bool p2p_is_within(MPI_Datatype handle)
{
    return (uintptr_t)handle - P2P_DATATYPE_FIRST < P2P_DATATYPE_COUNT;
}

// Returns the entry of a handle that is within the table.
static inline const struct p2p_datatype *p2p_datatype_within(MPI_Datatype handle)
{
    return &p2p_datatypes[(uintptr_t)handle - P2P_DATATYPE_FIRST];
}

// Returns the entry of a handle; one with extent 0 if the handle is not predefined.
static inline const struct p2p_datatype *p2p_datatype(MPI_Datatype handle)
{
    return p2p_is_within(handle) ? p2p_datatype_within(handle) : &p2p_datatypes[0];
}

// Returns the shift of a handle that is within the table.
static inline unsigned p2p_shift(MPI_Datatype handle)
{
    return p2p_shifts[(uintptr_t)handle - P2P_DATATYPE_FIRST];
}

// Returns the shift of any handle; 0 if it is not predefined.
static inline unsigned p2p_shift_of(MPI_Datatype handle)
{
    return p2p_is_within(handle) ? p2p_shift(handle) : 0;
}

// Returns the bytes of `count` elements of a datatype with this `shift`, which must not be 0.
static inline size_t p2p_shifted_bytes(int count, unsigned shift)
{
    return (size_t)count << (shift & (8 * sizeof(size_t) - 1));
}

#endif
