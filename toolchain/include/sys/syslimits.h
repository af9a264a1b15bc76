/* <sys/syslimits.h>: picolibc's, with the longest path of Linux, as in <linux/limits.h>. */
#ifndef RANKINE_SYS_SYSLIMITS_H
#define RANKINE_SYS_SYSLIMITS_H

#pragma GCC system_header
#include_next <sys/syslimits.h>

#undef PATH_MAX
#define PATH_MAX 4096

#endif
