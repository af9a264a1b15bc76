/* Replaces the file of its output by a symbolic link, then by a directory; prints a line before and after each. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    puts("first");
    fflush(stdout);
    if (rename(argv[1], argv[2]) != 0)
        return 1;
    puts("second");
    fflush(stdout);
    unlink(argv[2]);
    if (mkdir(argv[2], 0700) != 0)
        return 1;
    puts("third");
    return 0;
}
