// Answers each number of the host with its square, for ever.
#include "mailbox.h"

__attribute__((noinline)) static unsigned serve(unsigned last)
{
    unsigned number;
    while ((number = MAILBOX[FROM_HOST]) == last) {
    }
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
