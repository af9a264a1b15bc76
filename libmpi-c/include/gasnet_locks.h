/* No-interrupt sections and handler-safe locks of GASNet-1 (specification 1.8, §2.4). Handlers run only when the rank polls, and
   there is one hart. So locks need no hardware: they only say when no handler may run. With GASNET_DEBUG, their rules are checked. */
#ifndef GASNET_LOCKS_H
#define GASNET_LOCKS_H

/* C90 has neither macros with any number of arguments nor long long. As a system header, this file may use them. */
#pragma GCC system_header

/* A lock. Its members belong to the library. */
typedef struct gasnet_hsl {
    struct gasnet_hsl *below;  /* the lock that was taken before this one */
    unsigned state;            /* GASNET_LOCK_… */
} gasnet_hsl_t;

/* Values that memory without a lock is unlikely to have. */
enum { GASNET_LOCK_FREE = 0x68736c30, GASNET_LOCK_TAKEN, GASNET_LOCK_GONE };

#define GASNET_HSL_INITIALIZER {NULL, GASNET_LOCK_FREE}

/* The number of locks and no-interrupt sections that the rank is in. Messages that come are kept until it is 0. */
extern unsigned gasnet_held;

/* Checked forms. A broken rule ends the run. */
void gasnet_checked_hold(void);
void gasnet_checked_resume(void);
void gasnet_checked_init(gasnet_hsl_t *lock);
void gasnet_checked_destroy(gasnet_hsl_t *lock);
void gasnet_checked_lock(gasnet_hsl_t *lock);
void gasnet_checked_unlock(gasnet_hsl_t *lock);
/* Ignored within handlers and locks. */
void gasnet_hold_interrupts(void);
void gasnet_resume_interrupts(void);

#ifdef GASNET_DEBUG
#define gasnet_hold_interrupts gasnet_checked_hold
#define gasnet_resume_interrupts gasnet_checked_resume
#define gasnet_hsl_init gasnet_checked_init
#define gasnet_hsl_destroy gasnet_checked_destroy
#define gasnet_hsl_lock gasnet_checked_lock
#define gasnet_hsl_unlock gasnet_checked_unlock
#else
static __inline void gasnet_hsl_init(gasnet_hsl_t *lock)
{
    lock->state = GASNET_LOCK_FREE;
}

static __inline void gasnet_hsl_destroy(gasnet_hsl_t *lock)
{
    lock->state = GASNET_LOCK_GONE;
}

static __inline void gasnet_hsl_lock(gasnet_hsl_t *lock)
{
    lock->state = GASNET_LOCK_TAKEN;
    gasnet_held++;
}

static __inline void gasnet_hsl_unlock(gasnet_hsl_t *lock)
{
    lock->state = GASNET_LOCK_FREE;
    gasnet_held--;
}
#endif

/* Always succeeds: there is no other thread that could hold the lock. */
static __inline int gasnet_hsl_trylock(gasnet_hsl_t *lock)
{
    gasnet_hsl_lock(lock);
    return GASNET_OK;
}

#endif
