// Tests the end of a program: functions given to atexit run in reverse order, then destructors, then open files are flushed.
#include "check.h"

#include <stdlib.h>
#include <string.h>

static FILE *left_open;
static char order[10];

static void first(void)
{
    strcat(order, "1");
}

static void second(void)
{
    strcat(order, "2");
}

// Runs after main has returned, so it can report only by text. The file and stdout are flushed after it.
__attribute__((destructor)) static void last(void)
{
    fputs("left open", left_open);
    fputs(strcmp(order, "21") ? "wrong order" : "ok\n", stdout);
}

int main(void)
{
    left_open = fopen("/dev/null", "w");
    if (!left_open)
        left_open = stdout;
    atexit(first);
    atexit(second);
    printf("no newline yet; ");
    return 0;
}
