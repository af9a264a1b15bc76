// Counts for longer than the tests let it.
#include "start.h"

int run(void)
{
    for (volatile unsigned i = 0; i < 100000000; i++) {
    }
    return 0;
}
