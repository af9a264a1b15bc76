/* Every rank prints lines for ever, on both outputs. */
#include <stdio.h>

int main(void) {
    for (;;) {
        puts("a line of output that nobody reads");
        fputs("a line of errors that nobody reads\n", stderr);
    }
}
