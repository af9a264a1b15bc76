// status: 134
// abort() without a handler ends the program as by SIGABRT; a handler runs first.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void handler(int signal)
{
    printf("ok\n");
    fflush(stdout);
    (void)signal;
}

int main(void)
{
    signal(SIGABRT, handler);
    abort();
}
