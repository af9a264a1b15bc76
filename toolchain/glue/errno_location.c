// Where programs find `errno`, see include/errno.h. In a file of its own, so that programs that do not ask are linked as without it.
#include "host.h"

#include <errno.h>

PUBLIC int *__errno_location(void)
{
    return &errno;
}
