// Firmware that takes memory until there is none, and does not look.
#include <stdlib.h>

int main(void)
{
    for (;;) {
        volatile unsigned *block = malloc(65536);
        *block = 1;
    }
}
