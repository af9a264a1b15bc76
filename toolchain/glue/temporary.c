// Temporary files: mkstemp, mkdtemp, tmpnam, tmpfile.
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// If no file can be created, picolibc's function would try all names. The numbers are the same in every run.
static int make_temporary(char *pattern, int (*make)(const char *name))
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static unsigned tries;
    size_t length = strlen(pattern);
    if (length < 6 || strcmp(pattern + length - 6, "XXXXXX")) {
        errno = EINVAL;
        return -1;
    }
    int made;
    do {
        unsigned number = tries++ + 1000 * (unsigned)host_call1(HOST_GETPID, 0);
        for (size_t i = length - 6; i < length; i++, number /= sizeof letters - 1)
            pattern[i] = letters[number % (sizeof letters - 1)];
        made = make(pattern);
    } while (made < 0 && errno == EEXIST);
    return made;
}

static int make_file(const char *name)
{
    return __host_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
}

static int make_directory(const char *name)
{
    return (int)__host_result(host_call3(HOST_MKDIRAT, HOST_AT_FDCWD, (long)name, 0700));
}

PUBLIC int mkstemp(char *pattern)
{
    return make_temporary(pattern, make_file);
}

PUBLIC char *mkdtemp(char *pattern)
{
    return make_temporary(pattern, make_directory) < 0 ? NULL : pattern;
}

static int try_name(const char *name)
{
    if (__host_result(host_call3(HOST_FACCESSAT, HOST_AT_FDCWD, (long)name, 0)) < 0)
        return 0;
    errno = EEXIST;
    return -1;
}

// Defined here, because the object with picolibc's tmpnam also has a mkstemp.
PUBLIC char *tmpnam(char *to)
{
    static char own[L_tmpnam];
    char *name = to ? to : own;
    strcpy(name, "tXXXXXX");
    return make_temporary(name, try_name) < 0 ? NULL : name;
}

// The file has no name from the start.
PUBLIC FILE *tmpfile(void)
{
    char name[] = "tmpXXXXXX";
    int fd = make_temporary(name, make_file);
    if (fd < 0)
        return NULL;
    host_call3(HOST_UNLINKAT, HOST_AT_FDCWD, (long)name, 0);
    FILE *file = fdopen(fd, "w+");
    if (!file)
        __host_close(fd);
    return file;
}
