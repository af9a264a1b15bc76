/* The tools of GASNet-1: atomic operations. A rank has one hart, and handlers run only in calls of GASNet. So an atomic operation
   is an ordinary one, and needs no memory barrier. */
#ifndef GASNET_ATOMICS_H
#define GASNET_ATOMICS_H

/* C90 has no long long. As a system header, this file may use it. */
#pragma GCC system_header

#include <stdint.h>

#include "gasnet_compiler.h"

/* Memory barriers of an operation. None is needed. */
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
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1
#define GASNETT_ATOMIC_CONFIG atomics_ordinary

/* Defines the type and the functions of one name, with values of type `value`. Add and subtract return the new value, swap the old one. */
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
#define GASNETT_ATOMIC_SIGNED_MAX ((gasnett_atomic_sval_t)(GASNETT_ATOMIC_MAX >> 1))
#define GASNETT_ATOMIC_SIGNED_MIN (-GASNETT_ATOMIC_SIGNED_MAX - 1)

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

#endif
