// Functions of gasnet_tools.h about blocks of memory and the system.
#include <gasnet_tools.h>

// FNV-1a, 64 bits.
uint64_t gasnet_tools_checksum(const void *data, int bytes)
{
    uint64_t sum = 0xcbf29ce484222325;
    for (int i = 0; i < bytes; i++)
        sum = (sum ^ ((const uint8_t *)data)[i]) * 0x100000001b3;
    return sum;
}

size_t gasnet_tools_zero_bytes(const void *data, size_t bytes)
{
    size_t zeros = 0;
    for (size_t i = 0; i < bytes; i++)
        zeros += ((const uint8_t *)data)[i] == 0;
    return zeros;
}

size_t gasnet_tools_copy_counting_zeros(void *to, const void *from, size_t bytes)
{
    return gasnet_tools_zero_bytes(memcpy(to, from, bytes), bytes);
}

const char *gasnet_tools_host_name(void)
{
    static char name[65];
    return gethostname(name, sizeof name) == 0 ? name : "unknown";
}

uint64_t gasnet_tools_memory_bytes(int must_be_known)
{
    if (must_be_known)
        gasnet_tools_fatal("gasnett_getPhysMemSz: the size of the memory is not known to programs");
    return 0;
}
