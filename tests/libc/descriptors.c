// Tests POSIX files: open, read, write, lseek, stat, access, directories.
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Declared as in programs from before C89.
extern int errno;

int main(void)
{
    const char *name = "libc-descriptors.tmp", *directory = "libc-descriptors.dir";
    char text[20], where[1024];
    struct stat info;
    unlink(name);
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0644);
    CHECK(fd > 2 && write(fd, "0123456789", 10) == 10);
    CHECK(open(name, O_WRONLY | O_CREAT | O_EXCL, 0644) < 0 && errno == EEXIST);
    CHECK(lseek(fd, 3, SEEK_SET) == 3 && read(fd, text, 4) == 4 && !memcmp(text, "3456", 4));
    CHECK(lseek(fd, -1, SEEK_END) == 9 && lseek(fd, 0, SEEK_CUR) == 9 && read(fd, text, 5) == 1 && read(fd, text, 5) == 0);
    CHECK(pread(fd, text, 2, 5) == 2 && !memcmp(text, "56", 2) && lseek(fd, 0, SEEK_CUR) == 10);
    CHECK(pwrite(fd, "AB", 2, 0) == 2 && fsync(fd) == 0);
    CHECK(fstat(fd, &info) == 0 && info.st_size == 10 && S_ISREG(info.st_mode) && (info.st_mode & 0777) == 0644);
    CHECK(ftruncate(fd, 4) == 0 && stat(name, &info) == 0 && info.st_size == 4 && info.st_mtime > 0);
    CHECK(!isatty(fd) && close(fd) == 0 && close(fd) < 0 && errno == EBADF);
    fd = open(name, O_WRONLY | O_APPEND);
    CHECK(write(fd, "+", 1) == 1 && close(fd) == 0);
    fd = open(name, O_RDONLY);
    CHECK(read(fd, text, sizeof text) == 5 && !memcmp(text, "AB23+", 5));
    FILE *f = fdopen(fd, "r");
    CHECK(f && fileno(f) == fd && fgetc(f) == EOF && fclose(f) == 0);
    fd = open(name, O_WRONLY | O_TRUNC);
    CHECK(close(fd) == 0 && stat(name, &info) == 0 && info.st_size == 0);
    CHECK(access(name, F_OK) == 0 && access(name, R_OK | W_OK) == 0 && access("libc-nothing.tmp", F_OK) < 0);
    CHECK(errno == ENOENT && stat("libc-nothing.tmp", &info) < 0 && open("libc-nothing.tmp", O_RDONLY) < 0);
    CHECK(mkdir(directory, 0755) == 0 && mkdir(directory, 0755) < 0 && errno == EEXIST);
    CHECK(stat(directory, &info) == 0 && S_ISDIR(info.st_mode));
    char inside[64];
    snprintf(inside, sizeof inside, "%s/file", directory);
    CHECK(rename(name, inside) == 0 && access(inside, F_OK) == 0 && access(name, F_OK) < 0);
    CHECK(rmdir(directory) < 0 && errno == ENOTEMPTY);
    CHECK(unlink(inside) == 0 && rmdir(directory) == 0 && access(directory, F_OK) < 0);
    CHECK(getcwd(where, sizeof where) == where && where[0] == '/');
    CHECK(!getcwd(where, 1) && errno == ERANGE);
    return finish();
}
