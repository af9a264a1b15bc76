// Frees a block twice: malloc's lists stay intact, and the report names the line.
// run: -n 1
// exit: 134
// stderr: free already
// stderr: double_free.c:14
#include <stdlib.h>

int main(void)
{
    char *volatile first = malloc(100);
    char *volatile second = malloc(100); // keeps the first block apart from the free memory behind it
    free(first);
    second[0] = 1;
    free(first); // reported
    return 0;
}
