// Error numbers: the host returns Linux's, and picolibc's headers have newlib's. They agree up to 34 only.
#include "host.h"

#include <errno.h>

static int from_linux(long number)
{
    switch (number) {
    case 35: return EDEADLK;
    case 36: return ENAMETOOLONG;
    case 37: return ENOLCK;
    case 38: return ENOSYS;
    case 39: return ENOTEMPTY;
    case 40: return ELOOP;
    case 75: return EOVERFLOW;
    case 84: return EILSEQ;
    case 95: return EOPNOTSUPP;
    case 110: return ETIMEDOUT;
    default: return number <= 34 ? (int)number : EIO;
    }
}

long __host_result(long result)
{
    if (result >= 0 || result < -4095)
        return result;
    errno = from_linux(-result);
    return -1;
}
