// The address of `errno` for programs (include/errno.h). A file of its own, so that programs without it link nothing more.
#include "host.h"

#include <errno.h>

PUBLIC int *__errno_location(void)
{
    return &errno;
}
