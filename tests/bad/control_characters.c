// The tool prints a file name with control characters: they neither reach the terminal nor begin a line of their own.
// run: -n 1
// exit: 3
// stderr: rank 0 may not open /\u{1b}[2J\nrankine: forged: outside
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("/\033[2J\nrankine: forged", "r");
    return file ? 0 : 3;
}
