/* <gasnet_tools.h>: the tools of GASNet-1 for programs of one thread: timers, memory barriers, atomic operations, and a few more. They work
   before gasnet_init, too. Include it behind gasnet.h, if that is included.

   A rank has one hart, and handlers run only in calls of GASNet. So an atomic operation is an ordinary one, and a memory barrier holds
   the compiler alone: the hart performs loads and stores in program order. */
#ifndef GASNET_TOOLS_H
#define GASNET_TOOLS_H

/* C of 1990 has neither macros with any number of arguments nor long long: as a system header, this one may use them. */
#pragma GCC system_header

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#if __has_include("gasnet_absent.h")
#include "gasnet_absent.h"
#endif

#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 12

#ifndef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_SINGLE 1
#endif

/* ---- Timers */

/* Cycles since the start of the machine, the same on all nodes. */
typedef uint64_t gasnett_tick_t;

#define GASNETT_TICK_MIN ((gasnett_tick_t)0)
#define GASNETT_TICK_MAX (~(gasnett_tick_t)0)
#define GASNETT_TIMER_CONFIG timers_native

uint64_t gasnet_tools_ticks(void);
uint64_t gasnet_tools_ns(uint64_t ticks);
double gasnet_tools_tick_us(void);      /* one tick */
double gasnet_tools_overhead_us(void);  /* one call of gasnett_ticks_now */
void gasnet_tools_wait_ns(uint64_t ns);

#define gasnett_ticks_now() gasnet_tools_ticks()
#define gasnett_ticks_to_ns(ticks) gasnet_tools_ns(ticks)
#define gasnett_ticks_to_us(ticks) (gasnet_tools_ns(ticks) / 1000)
#define gasnett_tick_granularityus() gasnet_tools_tick_us()
#define gasnett_tick_overheadus() gasnet_tools_overhead_us()

/* No clock tells a date, so that runs repeat: the time since the start of the machine. */
#define gasnett_gettimeofday_us() gasnett_ticks_to_us(gasnett_ticks_now())

/* Waits without running handlers. */
#define gasnett_nsleep(ns) (gasnet_tools_wait_ns(ns), 0)

/* ---- Memory barriers */

#define gasnett_compiler_fence() __asm__ volatile("" ::: "memory")
#define gasnett_local_wmb() gasnett_compiler_fence()
#define gasnett_local_rmb() gasnett_compiler_fence()
#define gasnett_local_mb() gasnett_compiler_fence()
#define gasnett_local_membar() gasnett_compiler_fence()
#define gasnett_weak_wmb() gasnett_compiler_fence()
#define gasnett_weak_rmb() gasnett_compiler_fence()
#define gasnett_weak_mb() gasnett_compiler_fence()
#define GASNETT_MEMBAR_CONFIG membars_compiler

/* ---- Atomic operations */

/* Which memory barriers go with an operation: none is needed. */
enum {
    GASNETT_ATOMIC_NONE = 0,
    GASNETT_ATOMIC_RMB_PRE = 1,
    GASNETT_ATOMIC_RMB_POST = 2,
    GASNETT_ATOMIC_RMB_POST_IF_TRUE = 4,
    GASNETT_ATOMIC_RMB_POST_IF_FALSE = 8,
    GASNETT_ATOMIC_WMB_PRE = 16,
    GASNETT_ATOMIC_WMB_POST = 32,
    GASNETT_ATOMIC_MB_PRE = GASNETT_ATOMIC_RMB_PRE | GASNETT_ATOMIC_WMB_PRE,
    GASNETT_ATOMIC_MB_POST = GASNETT_ATOMIC_RMB_POST | GASNETT_ATOMIC_WMB_POST,
    GASNETT_ATOMIC_REL = GASNETT_ATOMIC_WMB_PRE,
    GASNETT_ATOMIC_ACQ = GASNETT_ATOMIC_RMB_POST,
    GASNETT_ATOMIC_ACQ_IF_TRUE = GASNETT_ATOMIC_RMB_POST_IF_TRUE,
    GASNETT_ATOMIC_ACQ_IF_FALSE = GASNETT_ATOMIC_RMB_POST_IF_FALSE
};

#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_ATOMIC_ADD_SUB 1

/* The type and the functions of one name, with `value` as type of the value. Addition and subtraction return the new value, swap the old one. */
#define GASNETT_DEFINE_ATOMIC(name, value)                                                                      \
    typedef struct {                                                                                             \
        volatile value now;                                                                                      \
    } name##_t;                                                                                                  \
    static __inline value name##_read(const name##_t *at, int barriers)                                            \
    {                                                                                                            \
        (void)barriers;                                                                                          \
        gasnett_compiler_fence();                                                                                \
        value now = at->now;                                                                                     \
        gasnett_compiler_fence();                                                                                \
        return now;                                                                                              \
    }                                                                                                            \
    static __inline value name##_swap(name##_t *at, value wanted, int barriers)                                    \
    {                                                                                                            \
        value before = name##_read(at, barriers);                                                                \
        at->now = wanted;                                                                                        \
        gasnett_compiler_fence();                                                                                \
        return before;                                                                                           \
    }                                                                                                            \
    static __inline void name##_set(name##_t *at, value wanted, int barriers)                                      \
    {                                                                                                            \
        name##_swap(at, wanted, barriers);                                                                       \
    }                                                                                                            \
    static __inline value name##_add(name##_t *at, value more, int barriers)                                       \
    {                                                                                                            \
        return name##_swap(at, at->now + more, barriers) + more;                                                 \
    }                                                                                                            \
    static __inline value name##_subtract(name##_t *at, value less, int barriers)                                  \
    {                                                                                                            \
        return name##_swap(at, at->now - less, barriers) - less;                                                 \
    }                                                                                                            \
    static __inline void name##_increment(name##_t *at, int barriers)                                              \
    {                                                                                                            \
        name##_add(at, 1, barriers);                                                                             \
    }                                                                                                            \
    static __inline void name##_decrement(name##_t *at, int barriers)                                              \
    {                                                                                                            \
        name##_subtract(at, 1, barriers);                                                                        \
    }                                                                                                            \
    static __inline int name##_decrement_and_test(name##_t *at, int barriers)                                      \
    {                                                                                                            \
        return name##_subtract(at, 1, barriers) == 0;                                                            \
    }                                                                                                            \
    static __inline int name##_compare_and_swap(name##_t *at, value expected, value wanted, int barriers)          \
    {                                                                                                            \
        if (name##_read(at, barriers) != expected)                                                               \
            return 0;                                                                                            \
        name##_set(at, wanted, barriers);                                                                        \
        return 1;                                                                                                \
    }

typedef unsigned gasnett_atomic_val_t;
typedef int gasnett_atomic_sval_t;

#define gasnett_atomic_signed(value) ((gasnett_atomic_sval_t)(value))
#define GASNETT_ATOMIC_MAX (~(gasnett_atomic_val_t)0)

GASNETT_DEFINE_ATOMIC(gasnett_atomic, gasnett_atomic_val_t)
GASNETT_DEFINE_ATOMIC(gasnett_atomic32, uint32_t)
GASNETT_DEFINE_ATOMIC(gasnett_atomic64, uint64_t)
GASNETT_DEFINE_ATOMIC(gasnett_strongatomic, gasnett_atomic_val_t)
GASNETT_DEFINE_ATOMIC(gasnett_strongatomic32, uint32_t)
GASNETT_DEFINE_ATOMIC(gasnett_strongatomic64, uint64_t)

#define gasnett_atomic_init(value) {(value)}
#define gasnett_atomic32_init(value) {(value)}
#define gasnett_atomic64_init(value) {(value)}
#define gasnett_strongatomic_init(value) {(value)}
#define gasnett_strongatomic32_init(value) {(value)}
#define gasnett_strongatomic64_init(value) {(value)}

/* ---- More */

#define GASNETT_PAGESIZE 4096
#define GASNETT_PREDICT_TRUE(condition) __builtin_expect(!!(condition), 1)
#define GASNETT_PREDICT_FALSE(condition) __builtin_expect(!!(condition), 0)
#define gasnett_spinloop_hint() gasnett_compiler_fence()
#define gasnett_sched_yield() 0
#define gasnett_cpu_count() 1
#define gasnett_flush_streams() ((void)fflush(NULL))
#define gasnett_getenv(name) getenv(name)

#endif
