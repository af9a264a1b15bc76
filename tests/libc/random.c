// Tests that rand, random and drand48 return the same numbers as on Linux.
#include "check.h"

#include <stdlib.h>

int main(void)
{
    CHECK(rand() == 1804289383); // as if after srand(1)
    CHECK(rand() == 846930886);
    srand(42);
    CHECK(rand() == 71876166);
    CHECK(rand() == 708592740);
    srandom(0);
    CHECK(random() == 1804289383);
    srand(4000000000u);
    long sum = 0;
    for (int i = 0; i < 1000; i++)
        sum = (sum + rand()) % 1000003;
    CHECK(sum == 800916);
    CHECK(RAND_MAX == 2147483647);
    srand48(1);
    CHECK((int)(1e6 * drand48()) == 41630);
    return finish();
}
