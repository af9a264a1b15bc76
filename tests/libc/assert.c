// status: 134
// stderr: assertion "one == 2" failed
// A failed assert prints itself on standard error and aborts.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int one = 1;
    assert(one == 1);
    printf("ok\n");
    assert(one == 2);
    return 0;
}
