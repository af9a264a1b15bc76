// No-interrupt sections and handler-safe locks: sections, and the checked functions.
#include "gasnet/core.h"

unsigned gasnet_held;

static unsigned lock_sections;          // 1 in a no-interrupt section
static gasnet_hsl_t *lock_last;         // the lock taken last, by the checked functions

static bool lock_ignores_sections(void)
{
    return (am_state.forbidden & AM_IN_HANDLER) != 0 || gasnet_held > lock_sections;
}

void (gasnet_hold_interrupts)(void)
{
    if (lock_ignores_sections() || lock_sections != 0)
        return;
    lock_sections = 1;
    gasnet_held = 1;
}

void (gasnet_resume_interrupts)(void)
{
    if (lock_ignores_sections())
        return;
    lock_sections = 0;
    gasnet_held = 0;
}

void gasnet_checked_hold(void)
{
    if (lock_ignores_sections())
        return;
    if (lock_sections != 0)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_hold_interrupts: called in a no-interrupt section");
    (gasnet_hold_interrupts)();
}

void gasnet_checked_resume(void)
{
    if (lock_ignores_sections())
        return;
    if (lock_sections == 0)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_resume_interrupts: called outside a no-interrupt section");
    (gasnet_resume_interrupts)();
}

void gasnet_checked_init(gasnet_hsl_t *lock)
{
    if (lock->state == GASNET_LOCK_FREE || lock->state == GASNET_LOCK_TAKEN)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_hsl_init: the lock at %p is initialized already", (void *)lock);
    *lock = (gasnet_hsl_t)GASNET_HSL_INITIALIZER;
}

static void lock_require(const char *function, const gasnet_hsl_t *lock, unsigned state)
{
    if (lock->state == state)
        return;
    am_fatal(GASNET_ERR_BAD_ARG, "%s: the lock at %p %s", function, (const void *)lock,
             lock->state == GASNET_LOCK_FREE    ? "is not taken"
             : lock->state == GASNET_LOCK_TAKEN ? "is taken already"
             : lock->state == GASNET_LOCK_GONE  ? "has been destroyed"
                                                : "was never initialized");
}

void gasnet_checked_destroy(gasnet_hsl_t *lock)
{
    lock_require("gasnet_hsl_destroy", lock, GASNET_LOCK_FREE);
    lock->state = GASNET_LOCK_GONE;
}

void gasnet_checked_lock(gasnet_hsl_t *lock)
{
    lock_require("gasnet_hsl_lock", lock, GASNET_LOCK_FREE);
    lock->state = GASNET_LOCK_TAKEN;
    lock->below = lock_last;
    lock_last = lock;
    gasnet_held++;
}

void gasnet_checked_unlock(gasnet_hsl_t *lock)
{
    lock_require("gasnet_hsl_unlock", lock, GASNET_LOCK_TAKEN);
    if (lock_last != lock)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_hsl_unlock: the lock at %p was not taken last, that at %p was", (void *)lock,
                 (void *)lock_last);
    lock_last = lock->below;
    lock->state = GASNET_LOCK_FREE;
    gasnet_held--;
}
