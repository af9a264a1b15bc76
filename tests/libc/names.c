// Tests paths and directories: realpath, lstat, readlink, temporary files, dprintf. Directories cannot be listed, and opendir says so.
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void paths(void)
{
    char here[4096], path[4096], expected[4200];
    FILE *file = fopen("names.txt", "w");
    CHECK(file && getcwd(here, sizeof here));
    fclose(file);
    snprintf(expected, sizeof expected, "%s/names.txt", here);
    CHECK(realpath("./names.txt", path) && !strcmp(path, expected));
    CHECK(realpath(".", path) && !strcmp(path, here));
    CHECK(realpath("no such file", path) == NULL && errno == ENOENT);
    struct stat status;
    CHECK(lstat("names.txt", &status) == 0 && S_ISREG(status.st_mode));
    CHECK(lstat("no such file", &status) == -1 && errno == ENOENT);
    CHECK(readlink("names.txt", path, sizeof path) == -1 && errno == EINVAL);
    CHECK(readlink("no such file", path, sizeof path) == -1 && errno == ENOENT);
    CHECK(remove("names.txt") == 0);
}

static void temporary(void)
{
    char name[] = "fileXXXXXX", other[] = "fileXXXXXX", outside[] = "/no/such/XXXXXX";
    int first = mkstemp(name), second = mkstemp(other);
    CHECK(first >= 0 && second >= 0 && strcmp(name, other));
    CHECK(dprintf(first, "%s %.1f\n", "text", 0.5) == 9);
    CHECK(lseek(first, 0, SEEK_END) == 9);
    CHECK(close(first) == 0 && close(second) == 0 && unlink(name) == 0 && unlink(other) == 0);
    CHECK(mkstemp(outside) == -1); // returns, and does not try again for ever
    FILE *file = tmpfile();
    CHECK(file && fputs("x", file) >= 0 && !fseek(file, 0, SEEK_SET) && getc(file) == 'x');
    fclose(file);
    char made[] = "dirXXXXXX";
    CHECK(mkdtemp(made) && rmdir(made) == 0);
    CHECK(tmpnam(NULL) && access(tmpnam(NULL), 0) == -1);
}

int main(void)
{
    paths();
    temporary();
    errno = 0;
    CHECK(opendir(".") == NULL && errno == ENOSYS);
    return finish();
}
