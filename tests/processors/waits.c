// Waits for what the second processor never says.
#include "mailbox.h"
#include "start.h"

int run(void)
{
    wait_for(FROM_SECOND, 7);
    return 0;
}
