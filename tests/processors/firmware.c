// Answers each number of the host with its square. Never ends.
#include "mailbox.h"

__attribute__((noinline)) static unsigned serve(unsigned last)
{
    unsigned number;
    // Each round of the polling loop has two phases.
    while ((number = MAILBOX[FROM_HOST]) == last) {
    rankine_phase_look:
        __attribute__((unused));
        (void)MAILBOX[FROM_SECOND];
    rankine_phase_looked:
        __attribute__((unused));
    }
rankine_phase_square:
    __attribute__((unused));
    volatile unsigned square = 0;
    for (unsigned i = 0; i < number; i++)
        square += number;
    MAILBOX[FROM_SECOND] = square;
    return number;
}

void _start(void)
{
    for (unsigned last = 0;;)
        last = serve(last);
}
