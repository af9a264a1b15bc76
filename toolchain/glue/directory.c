// Directories: they cannot be listed, because programs find files by name only. Paths can be made absolute.
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

PUBLIC DIR *opendir(const char *path)
{
    (void)path;
    errno = ENOSYS;
    return NULL;
}

PUBLIC struct dirent *readdir(DIR *directory)
{
    (void)directory;
    errno = EBADF;
    return NULL;
}

PUBLIC void rewinddir(DIR *directory)
{
    (void)directory;
}

PUBLIC int closedir(DIR *directory)
{
    (void)directory;
    errno = EBADF;
    return -1;
}

PUBLIC int scandir(const char *path, struct dirent ***entries, int (*wanted)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **))
{
    (void)path, (void)entries, (void)wanted, (void)compare;
    errno = ENOSYS;
    return -1;
}

PUBLIC int alphasort(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

// Appends one component to a path; `..` removes one.
static int append(char *path, const char *component, size_t length)
{
    size_t end = strlen(path);
    if (!length || (length == 1 && *component == '.'))
        return 0;
    if (length == 2 && !memcmp(component, "..", 2)) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = '\0';
        return 0;
    }
    if (end + length + 2 > PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    path[end] = '/';
    memcpy(path + end + 1, component, length);
    path[end + 1 + length] = '\0';
    return 0;
}

// The program sees no symbolic links, so this works on text only. But the named file must exist.
PUBLIC char *realpath(const char *restrict path, char *restrict to)
{
    if (!path || !*path) {
        errno = path ? ENOENT : EINVAL;
        return NULL;
    }
    if (__host_result(host_call3(HOST_FACCESSAT, HOST_AT_FDCWD, (long)path, 0)) < 0)
        return NULL;
    char *found = to ? to : malloc(PATH_MAX);
    if (!found)
        return NULL;
    *found = '\0';
    if (*path != '/' && __host_result(host_call2(HOST_GETCWD, (long)found, PATH_MAX)) < 0)
        goto failed;
    if (!strcmp(found, "/"))
        *found = '\0';
    for (const char *at = path; *at; at += strspn(at, "/")) {
        size_t length = strcspn(at, "/");
        if (append(found, at, length) < 0)
            goto failed;
        at += length;
    }
    return *found ? found : strcpy(found, "/");
failed:
    if (!to)
        free(found);
    return NULL;
}
