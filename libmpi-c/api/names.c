// Names of predefined handles, for reports.
#include "api/names.h"

#include <stddef.h>

struct names_entry {
    uint16_t handle;
    char name[30];
};

// A name is that of the handle's macro in mpi.h.
#define NAME(value, macro) {value, #macro}

static const struct names_entry names_of_ops[] = {
    NAME(0x21, MPI_SUM),
    NAME(0x22, MPI_MIN),
    NAME(0x23, MPI_MAX),
    NAME(0x24, MPI_PROD),
    NAME(0x28, MPI_BAND),
    NAME(0x29, MPI_BOR),
    NAME(0x2a, MPI_BXOR),
    NAME(0x30, MPI_LAND),
    NAME(0x31, MPI_LOR),
    NAME(0x32, MPI_LXOR),
    NAME(0x38, MPI_MINLOC),
    NAME(0x39, MPI_MAXLOC),
    NAME(0x3c, MPI_REPLACE),
    NAME(0x3d, MPI_NO_OP),
};

static const struct names_entry names_of_datatypes[] = {
    NAME(0x200, MPI_DATATYPE_NULL),
    NAME(0x201, MPI_AINT),
    NAME(0x202, MPI_COUNT),
    NAME(0x203, MPI_OFFSET),
    NAME(0x204, MPI_LB),
    NAME(0x205, MPI_UB),
    NAME(0x207, MPI_PACKED),
    NAME(0x208, MPI_SHORT),
    NAME(0x209, MPI_INT),
    NAME(0x20a, MPI_LONG),
    NAME(0x20b, MPI_LONG_LONG_INT),
    NAME(0x20c, MPI_UNSIGNED_SHORT),
    NAME(0x20d, MPI_UNSIGNED),
    NAME(0x20e, MPI_UNSIGNED_LONG),
    NAME(0x20f, MPI_UNSIGNED_LONG_LONG),
    NAME(0x210, MPI_FLOAT),
    NAME(0x212, MPI_C_COMPLEX),
    NAME(0x213, MPI_CXX_FLOAT_COMPLEX),
    NAME(0x214, MPI_DOUBLE),
    NAME(0x216, MPI_C_DOUBLE_COMPLEX),
    NAME(0x217, MPI_CXX_DOUBLE_COMPLEX),
    NAME(0x218, MPI_LOGICAL),
    NAME(0x219, MPI_INTEGER),
    NAME(0x21a, MPI_REAL),
    NAME(0x21b, MPI_COMPLEX),
    NAME(0x21c, MPI_DOUBLE_PRECISION),
    NAME(0x21d, MPI_DOUBLE_COMPLEX),
    NAME(0x21e, MPI_CHARACTER),
    NAME(0x220, MPI_LONG_DOUBLE),
    NAME(0x224, MPI_C_LONG_DOUBLE_COMPLEX),
    NAME(0x225, MPI_CXX_LONG_DOUBLE_COMPLEX),
    NAME(0x228, MPI_FLOAT_INT),
    NAME(0x229, MPI_DOUBLE_INT),
    NAME(0x22a, MPI_LONG_INT),
    NAME(0x22b, MPI_2INT),
    NAME(0x22c, MPI_SHORT_INT),
    NAME(0x22d, MPI_LONG_DOUBLE_INT),
    NAME(0x230, MPI_2REAL),
    NAME(0x231, MPI_2DOUBLE_PRECISION),
    NAME(0x232, MPI_2INTEGER),
    NAME(0x238, MPI_C_BOOL),
    NAME(0x239, MPI_CXX_BOOL),
    NAME(0x23c, MPI_WCHAR),
    NAME(0x240, MPI_INT8_T),
    NAME(0x241, MPI_UINT8_T),
    NAME(0x243, MPI_CHAR),
    NAME(0x244, MPI_SIGNED_CHAR),
    NAME(0x245, MPI_UNSIGNED_CHAR),
    NAME(0x247, MPI_BYTE),
    NAME(0x248, MPI_INT16_T),
    NAME(0x249, MPI_UINT16_T),
    NAME(0x250, MPI_INT32_T),
    NAME(0x251, MPI_UINT32_T),
    NAME(0x258, MPI_INT64_T),
    NAME(0x259, MPI_UINT64_T),
    NAME(0x2c0, MPI_LOGICAL1),
    NAME(0x2c1, MPI_INTEGER1),
    NAME(0x2c8, MPI_LOGICAL2),
    NAME(0x2c9, MPI_INTEGER2),
    NAME(0x2ca, MPI_REAL2),
    NAME(0x2d0, MPI_LOGICAL4),
    NAME(0x2d1, MPI_INTEGER4),
    NAME(0x2d2, MPI_REAL4),
    NAME(0x2d3, MPI_COMPLEX4),
    NAME(0x2d8, MPI_LOGICAL8),
    NAME(0x2d9, MPI_INTEGER8),
    NAME(0x2da, MPI_REAL8),
    NAME(0x2db, MPI_COMPLEX8),
    NAME(0x2e0, MPI_LOGICAL16),
    NAME(0x2e1, MPI_INTEGER16),
    NAME(0x2e2, MPI_REAL16),
    NAME(0x2e3, MPI_COMPLEX16),
    NAME(0x2eb, MPI_COMPLEX32),
};

static const char *names_find_name(const struct names_entry *names, size_t count, const void *handle)
{
    for (size_t i = 0; i < count; i++) {
        if (names[i].handle == (uintptr_t)handle)
            return names[i].name;
    }
    return NULL;
}

const char *op_name(MPI_Op op)
{
    return names_find_name(names_of_ops, sizeof names_of_ops / sizeof names_of_ops[0], op);
}

const char *datatype_name(MPI_Datatype datatype)
{
    return names_find_name(names_of_datatypes, sizeof names_of_datatypes / sizeof names_of_datatypes[0], datatype);
}
