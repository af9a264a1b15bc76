// Asks the second processor for squares, and works between the requests. Ends with 0 if all squares were right.
#include "mailbox.h"
#include "start.h"

enum { ROUNDS = 60 };

int run(void)
{
    volatile unsigned work = 0;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        MAILBOX[FROM_HOST] = round;
        wait_for(FROM_SECOND, round * round);
        for (unsigned i = 0; i < round * 100 % 7000; i++)
            work += i;
    }
    return 0;
}
