// Firmware whose recursion never ends.
#include <stdint.h>

static __attribute__((noinline)) uint32_t depth(const volatile uint32_t *above)
{
    volatile uint32_t frame[64];
    frame[0] = *above + 1;
    return depth(frame) + frame[0];
}

int main(void)
{
    volatile uint32_t none = 0;
    return depth(&none);
}
