// Tests gasnet_tools.h: timers, memory barriers and atomic operations, before gasnet_init and after it.
#include "check.h"

#include <gasnet_tools.h>

enum { COUNT = 128, STEPS = 1000, WAIT_NS = 50000 };

static gasnett_atomic_t come = gasnett_atomic_init(0);

static void count(gasnet_token_t token)
{
    (void)token;
    gasnett_atomic_increment(&come, GASNETT_ATOMIC_NONE);
}

static gasnet_handlerentry_t table[] = {{COUNT, count}};

static void check_timers(void)
{
    gasnett_tick_t before = gasnett_ticks_now(), last = before;
    CHECK(before > GASNETT_TICK_MIN && before < GASNETT_TICK_MAX);
    for (int i = 0; i < STEPS; i++) {
        gasnett_tick_t now = gasnett_ticks_now();
        CHECK(now > last);
        last = now;
    }
    CHECK(gasnett_ticks_to_us(last - before) == gasnett_ticks_to_ns(last - before) / 1000);
    CHECK(gasnett_tick_granularityus() > 0 && gasnett_tick_overheadus() >= gasnett_tick_granularityus());
    double tick_ns = 1000 * gasnett_tick_granularityus(), ns = gasnett_ticks_to_ns(1000000007);
    CHECK(ns > 1000000007 * tick_ns - 2 && ns < 1000000007 * tick_ns + 2);
    // Ten hours. Their nanoseconds exceed 32 bits.
    gasnett_tick_t hours = (gasnett_tick_t)(36000e6 / gasnett_tick_granularityus());
    CHECK(gasnett_ticks_to_ns(hours) > 35999999999000 && gasnett_ticks_to_ns(hours) < 36000000001000);
    before = gasnett_ticks_now();
    gasnett_nsleep(WAIT_NS);
    CHECK(gasnett_ticks_to_ns(gasnett_ticks_now() - before) >= WAIT_NS);
}

static void check_atomics(void)
{
    gasnett_atomic_t few = gasnett_atomic_init(2);
    gasnett_atomic64_t many = gasnett_atomic64_init(0);
    gasnett_atomic64_set(&many, (uint64_t)1 << 40, GASNETT_ATOMIC_REL);
    CHECK(gasnett_atomic64_add(&many, 5, 0) == ((uint64_t)1 << 40) + 5 && gasnett_atomic64_subtract(&many, 6, 0) == ((uint64_t)1 << 40) - 1);
    CHECK(gasnett_atomic64_swap(&many, 7, 0) == ((uint64_t)1 << 40) - 1 && gasnett_atomic64_read(&many, GASNETT_ATOMIC_ACQ) == 7);
    CHECK(!gasnett_atomic_decrement_and_test(&few, 0) && gasnett_atomic_decrement_and_test(&few, 0));
    gasnett_atomic_decrement(&few, GASNETT_ATOMIC_MB_PRE | GASNETT_ATOMIC_MB_POST);
    CHECK(gasnett_atomic_signed(gasnett_atomic_read(&few, 0)) == -1 && gasnett_atomic_read(&few, 0) == GASNETT_ATOMIC_MAX);
    CHECK(!gasnett_atomic_compare_and_swap(&few, 3, 4, 0) && gasnett_atomic_compare_and_swap(&few, GASNETT_ATOMIC_MAX, 4, 0));
    CHECK(gasnett_atomic_read(&few, 0) == 4);
    gasnett_local_wmb();
    gasnett_local_rmb();
    gasnett_local_mb();
    gasnett_compiler_fence();
}

int main(int argc, char **argv)
{
    gasnett_tick_t before = gasnett_ticks_now();
    check_timers();
    check_atomics();
    begin(&argc, &argv, table, 1, GASNET_PAGESIZE);
    CHECK(gasnett_ticks_now() > before);
    check_timers();
    for (unsigned node = 0; node < size; node++)
        gasnet_AMRequestShort0(node, COUNT);
    GASNET_BLOCKUNTIL(gasnett_atomic_read(&come, GASNETT_ATOMIC_ACQ) == size);
    end();
}
