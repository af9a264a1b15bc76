// Firmware with the C library: allocates memory, prints a line, then counts for ever.
#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 1000 };

__attribute__((noinline)) static void count(void)
{
    for (volatile unsigned i = 0;; i++) {
    }
}

int main(void)
{
    int *numbers = malloc(NUMBERS * sizeof *numbers), sum = 0;
    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = i;
    for (int i = 0; i < NUMBERS; i++)
        sum += numbers[i];
    printf("firmware: %d numbers make %d\n", NUMBERS, sum);
    fflush(stdout);
    count();
}
