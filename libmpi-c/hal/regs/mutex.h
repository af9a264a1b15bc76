/* Mutex bank: constants for C and assembly, from devices/regs/mutex.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_MUTEX_H
#define HAL_REGS_MUTEX_H

/* Registers of a mutex (byte offsets) */
#define MUTEX_REG_LOCK               0x0        /* Lock state */
#define MUTEX_LOCK_LOCKED            0x1        /* 1 = the mutex is locked */
#define MUTEX_LOCK_CPU_SHIFT         1          /* number of the CPU that holds the mutex */
#define MUTEX_LOCK_CPU_MASK          0x1fe      /* number of the CPU that holds the mutex */
#define MUTEX_REG_USER               0x4        /* A word for software */

#endif
