// TMD-MPI: datatypes, those of C of at most 32 bits. Elements are sent as they lie in memory, packed into words.
#include <wchar.h>

#include "subset/subset.h"

enum { FIRST = 0x200, COUNT = 0x252 - FIRST };  // handles of the ABI (MPI 5.0, chapter 20)

#define AT(handle) [(handle) - FIRST]
// For sizes 1, 2 and 4, half of the size is its logarithm.
#define OF(type, kind) {sizeof(type) / 2, sizeof(type) <= sizeof(uint32_t) ? kind : SUBSET_NONE}
#define SIGNED(type) OF(type, SUBSET_SIGNED)
#define UNSIGNED(type) OF(type, SUBSET_UNSIGNED)

static const struct subset_type subset_types[COUNT] = {
    AT(0x201) = SIGNED(MPI_Aint),
    AT(0x208) = SIGNED(short),
    AT(0x209) = SIGNED(int),
    AT(0x20a) = SIGNED(long),
    AT(0x20c) = UNSIGNED(unsigned short),
    AT(0x20d) = UNSIGNED(unsigned),
    AT(0x20e) = UNSIGNED(unsigned long),
    AT(0x210) = OF(float, SUBSET_FLOAT),
    AT(0x238) = UNSIGNED(bool),
    AT(0x23c) = SIGNED(wchar_t),
    AT(0x240) = SIGNED(int8_t),
    AT(0x241) = UNSIGNED(uint8_t),
    AT(0x243) = OF(char, (char)-1 < 0 ? SUBSET_SIGNED : SUBSET_UNSIGNED),
    AT(0x244) = SIGNED(signed char),
    AT(0x245) = UNSIGNED(unsigned char),
    AT(0x247) = UNSIGNED(unsigned char),  // MPI_BYTE
    AT(0x248) = SIGNED(int16_t),
    AT(0x249) = UNSIGNED(uint16_t),
    AT(0x250) = SIGNED(int32_t),
    AT(0x251) = UNSIGNED(uint32_t),
};

const struct subset_type *subset_find_type(MPI_Datatype datatype)
{
    uintptr_t index = (uintptr_t)datatype - FIRST;
    if (index >= COUNT || subset_types[index].kind == SUBSET_NONE)
        subset_fail(MPI_ERR_TYPE, "TMD-MPI: datatypes are those of C of at most 32 bits; build without MPI_SUBSET=1");
    return &subset_types[index];
}

// No buffer in a node's memory has more elements, whether of four bytes or of fewer.
enum { COUNT_MAX = INT32_MAX / 4 };

size_t subset_bytes(int count, MPI_Datatype datatype)
{
    if ((unsigned)count > COUNT_MAX)
        subset_fail(MPI_ERR_COUNT, count < 0 ? "TMD-MPI: the count is negative"
                                             : "TMD-MPI: the count is larger than any buffer; it may be 2^29 - 1 at most");
    return (size_t)count << subset_find_type(datatype)->shift;
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    *count = status->MPI_internal[0] >> subset_find_type(datatype)->shift;
    return MPI_SUCCESS;
}
