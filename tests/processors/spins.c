// Counts for longer than the tests' limit.
#include "start.h"

int run(void)
{
    for (volatile unsigned i = 0; i < 100000000; i++) {
    }
    return 0;
}
