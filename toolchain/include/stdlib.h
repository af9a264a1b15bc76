/* <stdlib.h>: picolibc's, and as in glibc the macros for a process's status and the types of <sys/types.h>. */
#ifndef RANKINE_STDLIB_H
#define RANKINE_STDLIB_H

#pragma GCC system_header
#include <sys/features.h>

/* qsort_r is GNU's, and declared with _GNU_SOURCE only. picolibc would declare BSD's, which has other arguments. */
#if __GNU_VISIBLE
#include_next <stdlib.h>
#else
#define qsort_r __rankine_bsd_qsort_r
#include_next <stdlib.h>
#undef qsort_r
#endif

#if __POSIX_VISIBLE
#include <sys/types.h>

/* The same text as in <sys/wait.h>, which also declares functions. */
#define WNOHANG 1
#define WUNTRACED 2
#define WIFEXITED(w)	(((w) & 0xff) == 0)
#define WIFSIGNALED(w)	(((w) & 0x7f) > 0 && (((w) & 0x7f) < 0x7f))
#define WIFSTOPPED(w)	(((w) & 0xff) == 0x7f)
#define WEXITSTATUS(w)	(((w) >> 8) & 0xff)
#define WTERMSIG(w)	((w) & 0x7f)
#define WSTOPSIG	WEXITSTATUS
#endif

#endif
