/* <stdio.h>: picolibc's, and additions of POSIX. */
#ifndef RANKINE_STDIO_H
#define RANKINE_STDIO_H

#pragma GCC system_header
#include_next <stdio.h>
#include <sys/types.h>

/* The sizes of glibc. Programs mix them: an array of BUFSIZ characters may be filled up to FILENAME_MAX or PATH_MAX. */
#undef BUFSIZ
#undef L_tmpnam
#undef TMP_MAX
#define BUFSIZ 8192
#define L_tmpnam 20
#define TMP_MAX 238328

#ifndef FILENAME_MAX
#define FILENAME_MAX 4096
#endif
#ifndef FOPEN_MAX
#define FOPEN_MAX 256
#endif

#if __POSIX_VISIBLE >= 200809
ssize_t getline(char **__restrict line, size_t *__restrict size, FILE *__restrict file);
ssize_t getdelim(char **__restrict line, size_t *__restrict size, int end, FILE *__restrict file);
int dprintf(int fd, const char *__restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int vdprintf(int fd, const char *__restrict format, __gnuc_va_list arguments);
FILE *open_memstream(char **to, size_t *size);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
#define getc_unlocked(file) getc(file)
#define getchar_unlocked() getchar()
#define putc_unlocked(c, file) putc(c, file)
#define putchar_unlocked(c) putchar(c)
#endif

#endif
