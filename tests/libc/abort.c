// status: 134
// abort() without a handler ends the program as SIGABRT does. A handler runs before that.
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
