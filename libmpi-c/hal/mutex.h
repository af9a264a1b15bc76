// The mutex bank, which all nodes share. The platform gives its address, MUTEX_BASE, as a definition for the compiler.
#ifndef MUTEX_H
#define MUTEX_H

#include <stdint.h>

#include "hal/regs/mutex.h"

static inline volatile uint32_t *mutex_register(unsigned mutex, unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(MUTEX_BASE + 16 * mutex + offset);
}

// The mutex ignores a store while another node has the lock. If a node reads back its own number, it has the lock.
static inline void mutex_lock(unsigned mutex, unsigned cpu)
{
    uint32_t mine = cpu << MUTEX_LOCK_CPU_SHIFT | MUTEX_LOCK_LOCKED;
    do {
        while (*mutex_register(mutex, MUTEX_REG_LOCK) != 0)
            ;
        *mutex_register(mutex, MUTEX_REG_LOCK) = mine;
    } while (*mutex_register(mutex, MUTEX_REG_LOCK) != mine);
}

static inline void mutex_unlock(unsigned mutex, unsigned cpu)
{
    *mutex_register(mutex, MUTEX_REG_LOCK) = cpu << MUTEX_LOCK_CPU_SHIFT;
}

static inline uint32_t mutex_user(unsigned mutex)
{
    return *mutex_register(mutex, MUTEX_REG_USER);
}

static inline void mutex_set_user(unsigned mutex, uint32_t value)
{
    *mutex_register(mutex, MUTEX_REG_USER) = value;
}

#endif
