/* The limits of Linux, for programs that include them by this name. */
#ifndef RANKINE_LINUX_LIMITS_H
#define RANKINE_LINUX_LIMITS_H

#include <limits.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif
#ifndef NAME_MAX
#define NAME_MAX 255
#endif

#endif
