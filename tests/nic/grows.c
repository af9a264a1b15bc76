// Firmware that allocates memory until there is none, and does not check malloc's result.
#include <stdlib.h>

int main(void)
{
    for (;;) {
        volatile unsigned *block = malloc(65536);
        *block = 1;
    }
}
