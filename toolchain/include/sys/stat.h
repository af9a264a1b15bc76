/* <sys/stat.h>: picolibc's, and two functions that it declares for other systems only. */
#ifndef RANKINE_SYS_STAT_H
#define RANKINE_SYS_STAT_H

#pragma GCC system_header
#include_next <sys/stat.h>

#if __POSIX_VISIBLE >= 200112 || __XSI_VISIBLE
int lstat(const char *__restrict path, struct stat *__restrict to);
#endif
#if __MISC_VISIBLE || __XSI_VISIBLE
int mknod(const char *path, mode_t mode, dev_t device);
#endif

#endif
