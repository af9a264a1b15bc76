/* Puts a link in the place of a directory: renames the first argument to "moved", and the second one to the first. */
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 3 || rename(argv[1], "moved") != 0 || rename(argv[2], argv[1]) != 0)
        return 1;
    puts("swapped");
    return 0;
}
