/* <errno.h>: picolibc's, with `errno` as in glibc, so that programs may declare `extern int errno;` themselves. */
#ifndef RANKINE_ERRNO_H
#define RANKINE_ERRNO_H

#pragma GCC system_header
#include_next <errno.h>

#ifdef __cplusplus
extern "C"
#endif
int *__errno_location(void) __attribute__((const));

/* The C library's glue (glue/host.h) uses the variable itself. */
#ifndef RANKINE_GLUE
#undef errno
#define errno (*__errno_location())
#endif

#endif
