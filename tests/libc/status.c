// status: 42
// The argument of exit is the program's status, at any depth of calls.
#include <stdio.h>
#include <stdlib.h>

static void deep(int depth)
{
    if (depth == 0)
        exit(42);
    if (depth > 0)
        deep(depth - 1);
}

int main(void)
{
    printf("ok");
    deep(100);
}
