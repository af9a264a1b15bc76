/* Puts a symbolic link, then a directory, in the place of the file that takes its output; writes a line before and behind each. */
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
