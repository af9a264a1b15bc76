/* Writes a file, and prints why that fails. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *file = fopen("grown", "w");
    if (!file || fputs("more than nothing\n", file) < 0 || fclose(file) != 0)
        puts(strerror(errno));
    return 0;
}
