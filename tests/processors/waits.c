// Waits for an answer that the second processor never gives.
#include "mailbox.h"
#include "start.h"

int run(void)
{
    wait_for(FROM_SECOND, 7);
    return 0;
}
