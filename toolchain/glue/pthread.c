// POSIX threads with one thread a rank: a second thread cannot be made, and locks cost nothing.
#include "host.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

PUBLIC int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument)
{
    (void)thread, (void)attr, (void)start, (void)argument;
    return ENOSYS;
}

PUBLIC int pthread_join(pthread_t thread, void **value)
{
    (void)thread, (void)value;
    return ESRCH;
}

PUBLIC int pthread_detach(pthread_t thread)
{
    (void)thread;
    return ESRCH;
}

PUBLIC int pthread_cancel(pthread_t thread)
{
    (void)thread;
    return ESRCH;
}

// The only thread ends, and so does the process.
_Noreturn PUBLIC void pthread_exit(void *value)
{
    (void)value;
    exit(0);
}

PUBLIC pthread_t pthread_self(void)
{
    return 1;
}

PUBLIC int pthread_equal(pthread_t one, pthread_t other)
{
    return one == other;
}

PUBLIC int pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (!*once) {
        *once = 1;
        run();
    }
    return 0;
}

// Never needed: a process cannot fork.
PUBLIC int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before, (void)parent, (void)child;
    return 0;
}

PUBLIC int pthread_attr_init(pthread_attr_t *attr)
{
    attr->detached = 0, attr->stack_size = 0;
    return 0;
}

PUBLIC int pthread_attr_destroy(pthread_attr_t *attr)
{
    (void)attr;
    return 0;
}

PUBLIC int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    attr->detached = state;
    return 0;
}

PUBLIC int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
    attr->stack_size = size;
    return 0;
}

PUBLIC int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    attr->type = 0;
    return 0;
}

PUBLIC int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    (void)attr;
    return 0;
}

PUBLIC int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
    attr->type = type;
    return 0;
}

PUBLIC int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    (void)attr;
    mutex->held = 0;
    return 0;
}

PUBLIC int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

PUBLIC int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    mutex->held++;
    return 0;
}

PUBLIC int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return mutex->held ? EBUSY : (mutex->held = 1, 0);
}

PUBLIC int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    mutex->held--;
    return 0;
}

PUBLIC int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
    (void)attr;
    cond->unused = 0;
    return 0;
}

PUBLIC int pthread_cond_destroy(pthread_cond_t *cond)
{
    (void)cond;
    return 0;
}

PUBLIC int pthread_cond_signal(pthread_cond_t *cond)
{
    (void)cond;
    return 0;
}

PUBLIC int pthread_cond_broadcast(pthread_cond_t *cond)
{
    (void)cond;
    return 0;
}

// Fails: no other thread could signal the condition.
PUBLIC int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    (void)cond, (void)mutex;
    return EDEADLK;
}

PUBLIC int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)cond, (void)mutex, (void)until;
    return ETIMEDOUT;
}

PUBLIC int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned parties)
{
    (void)attr;
    barrier->parties = parties;
    return parties ? 0 : EINVAL;
}

PUBLIC int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    (void)barrier;
    return 0;
}

PUBLIC int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    return barrier->parties == 1 ? PTHREAD_BARRIER_SERIAL_THREAD : EDEADLK;
}

PUBLIC int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr)
{
    (void)attr;
    lock->held = 0;
    return 0;
}

PUBLIC int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    (void)lock;
    return 0;
}

PUBLIC int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    lock->held++;
    return 0;
}

PUBLIC int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    lock->held++;
    return 0;
}

PUBLIC int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    lock->held--;
    return 0;
}

PUBLIC int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    *lock = 0;
    return 0;
}

PUBLIC int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    (void)lock;
    return 0;
}

PUBLIC int pthread_spin_lock(pthread_spinlock_t *lock)
{
    *lock = 1;
    return 0;
}

PUBLIC int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    *lock = 0;
    return 0;
}
