// A block is freed twice: malloc's lists stay whole, and the program is told where.
// run: -n 1
// exit: 134
// stderr: free already
// stderr: double_free.c:14
#include <stdlib.h>

int main(void)
{
    char *volatile first = malloc(100);
    char *volatile second = malloc(100); // keeps the first from joining what was never taken
    free(first);
    second[0] = 1;
    free(first); // reported
    return 0;
}
