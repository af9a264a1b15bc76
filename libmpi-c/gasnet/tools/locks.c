// Locks of gasnet_threads.h for programs that may have threads. They are flags, because there is one thread.
#include <errno.h>
#include <gasnet_tools.h>

void gasnet_tools_lock(int *locked, const char *function)
{
    gasnet_tools_require_lock(*locked, 0, function);
    *locked = 1;
}

void gasnet_tools_unlock(int *locked, const char *function)
{
    gasnet_tools_require_lock(*locked, 1, function);
    *locked = 0;
}

int gasnet_tools_try_lock(int *locked)
{
    if (*locked)
        return EBUSY;
    *locked = 1;
    return 0;
}

void gasnet_tools_require_lock(int locked, int wanted, const char *function)
{
    if (locked != wanted)
        gasnet_tools_fatal("%s: the lock is %s", function, locked ? "taken already" : "not taken");
}

void gasnet_tools_wait_alone(void)
{
    gasnet_tools_fatal("gasnett_cond_wait: a rank has one thread, so none can send the signal");
}
