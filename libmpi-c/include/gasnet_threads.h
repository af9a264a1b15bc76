/* The tools of GASNet-1: locks, condition variables and data of threads. There is one thread. In programs without threads (GASNET_SEQ,
   or tools without GASNETT_THREAD_SAFE) locks do nothing, as the tools' specification says. In others, and with
   GASNETT_USE_TRUE_MUTEXES, a lock is a flag, and misuse ends the run: locking twice, or unlocking a free lock. Waiting for a signal
   always ends the run, because no other thread can send it. */
#ifndef GASNET_THREADS_H
#define GASNET_THREADS_H

#include "gasnet_compiler.h"

#define GASNETT_MAX_THREADS 1

#if defined(GASNET_PAR) || defined(GASNET_PARSYNC) || defined(GASNETT_THREAD_SAFE) || defined(GASNETT_USE_TRUE_MUTEXES)
#define GASNETT_WITH_LOCKS(call, otherwise) (call)
#else
#define GASNETT_WITH_LOCKS(call, otherwise) (otherwise)
#endif

/* ---- Mutexes and condition variables */

typedef struct {
    int locked;
} gasnett_mutex_t;

typedef struct {
    int unused;
} gasnett_cond_t;

#define GASNETT_MUTEX_INITIALIZER {0}
#define GASNETT_COND_INITIALIZER {0}

/* `function` is the name of the function that the program called. */
void gasnet_tools_lock(int *locked, const char *function);
void gasnet_tools_unlock(int *locked, const char *function);
int gasnet_tools_try_lock(int *locked);  /* returns 0 or EBUSY */
void gasnet_tools_require_lock(int locked, int wanted, const char *function);
__attribute__((__noreturn__)) void gasnet_tools_wait_alone(void);

#define GASNETT_LOCK(function, lock) GASNETT_WITH_LOCKS(gasnet_tools_lock(&(lock)->locked, #function), (void)0)
#define GASNETT_UNLOCK(function, lock) GASNETT_WITH_LOCKS(gasnet_tools_unlock(&(lock)->locked, #function), (void)0)
#define GASNETT_TRY_LOCK(lock) GASNETT_WITH_LOCKS(gasnet_tools_try_lock(&(lock)->locked), 0)
#define GASNETT_REQUIRE(function, lock, wanted) \
    GASNETT_WITH_LOCKS(gasnet_tools_require_lock((lock)->locked, wanted, #function), (void)0)

#define gasnett_mutex_init(mutex) ((void)((mutex)->locked = 0))
#define gasnett_mutex_destroy(mutex) GASNETT_REQUIRE(gasnett_mutex_destroy, mutex, 0)
#define gasnett_mutex_destroy_ignoreerr(mutex) ((void)(mutex), 0)
#define gasnett_mutex_lock(mutex) GASNETT_LOCK(gasnett_mutex_lock, mutex)
#define gasnett_mutex_unlock(mutex) GASNETT_UNLOCK(gasnett_mutex_unlock, mutex)
#define gasnett_mutex_trylock(mutex) GASNETT_TRY_LOCK(mutex)
#define gasnett_mutex_assertlocked(mutex) GASNETT_REQUIRE(gasnett_mutex_assertlocked, mutex, 1)
#define gasnett_mutex_assertunlocked(mutex) GASNETT_REQUIRE(gasnett_mutex_assertunlocked, mutex, 0)

#define gasnett_cond_init(condition) ((void)((condition)->unused = 0))
#define gasnett_cond_destroy(condition) ((void)(condition))
#define gasnett_cond_signal(condition) ((void)(condition))
#define gasnett_cond_broadcast(condition) ((void)(condition))
#define gasnett_cond_wait(condition, mutex) ((void)(condition), (void)(mutex), gasnet_tools_wait_alone())

/* ---- Reader-writer locks: one thread may not lock twice, so readers and writers lock alike. */

typedef gasnett_mutex_t gasnett_rwlock_t;

#define GASNETT_RWLOCK_INITIALIZER GASNETT_MUTEX_INITIALIZER
#define gasnett_rwlock_init(lock) gasnett_mutex_init(lock)
#define gasnett_rwlock_destroy(lock) GASNETT_REQUIRE(gasnett_rwlock_destroy, lock, 0)
#define gasnett_rwlock_rdlock(lock) GASNETT_LOCK(gasnett_rwlock_rdlock, lock)
#define gasnett_rwlock_wrlock(lock) GASNETT_LOCK(gasnett_rwlock_wrlock, lock)
#define gasnett_rwlock_unlock(lock) GASNETT_UNLOCK(gasnett_rwlock_unlock, lock)
#define gasnett_rwlock_tryrdlock(lock) GASNETT_TRY_LOCK(lock)
#define gasnett_rwlock_trywrlock(lock) GASNETT_TRY_LOCK(lock)
#define gasnett_rwlock_assertlocked(lock) GASNETT_REQUIRE(gasnett_rwlock_assertlocked, lock, 1)
#define gasnett_rwlock_assertrdlocked(lock) GASNETT_REQUIRE(gasnett_rwlock_assertrdlocked, lock, 1)
#define gasnett_rwlock_assertwrlocked(lock) GASNETT_REQUIRE(gasnett_rwlock_assertwrlocked, lock, 1)
#define gasnett_rwlock_assertunlocked(lock) GASNETT_REQUIRE(gasnett_rwlock_assertunlocked, lock, 0)

/* ---- Data of a thread: data of the program */

#define GASNETT_THREADKEY_DECLARE(key) extern void *gasnett_threadkey_##key
#define GASNETT_THREADKEY_DEFINE(key) void *gasnett_threadkey_##key
#define gasnett_threadkey_init(key) ((void)0)
#define gasnett_threadkey_get(key) gasnett_threadkey_##key
#define gasnett_threadkey_set(key, value) ((void)(gasnett_threadkey_##key = (value)))
#define gasnett_threadkey_get_noinit(key) gasnett_threadkey_get(key)
#define gasnett_threadkey_set_noinit(key, value) gasnett_threadkey_set(key, value)

#endif
