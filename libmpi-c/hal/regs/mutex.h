/* Mutex bank: constants for C and assembly, from devices/regs/mutex.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_MUTEX_H
#define HAL_REGS_MUTEX_H

/* Registers of a mutex (byte offsets) */
#define MUTEX_REG_LOCK               0x0        /* Who holds the mutex */
#define MUTEX_LOCK_LOCKED            0x1        /* it is held */
#define MUTEX_LOCK_CPU_SHIFT         1          /* by this CPU */
#define MUTEX_LOCK_CPU_MASK          0x1fe      /* by this CPU */
#define MUTEX_REG_USER               0x4        /* Any value; the lock does not protect it */

#endif
