/* <sys/types.h>: picolibc's, and as in glibc the types of <sys/select.h>, struct timeval among them. */
#ifndef RANKINE_SYS_TYPES_H
#define RANKINE_SYS_TYPES_H

#pragma GCC system_header
#include_next <sys/types.h>

#if __BSD_VISIBLE
#include <sys/select.h>
#endif

#endif
