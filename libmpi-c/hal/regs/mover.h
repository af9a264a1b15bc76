/* Mover: constants for C and assembly, from devices/regs/mover.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_MOVER_H
#define HAL_REGS_MOVER_H

/* Registers (byte offsets) */
#define MOVER_REG_OUT_ADDRESS        0x0        /* Source address of the next transfer out, a multiple of 4 */
#define MOVER_REG_OUT_WORDS          0x4        /* Starts a transfer out of this number of words, from memory to the link */
#define MOVER_REG_IN_ADDRESS         0x8        /* Destination address of the next transfer in, a multiple of 4 */
#define MOVER_REG_IN_WORDS           0xc        /* Starts a transfer in of this number of words, from the link to memory */
#define MOVER_REG_STATUS             0x10       /* Transfers under way */
#define MOVER_STATUS_OUT             0x1        /* 1 = a transfer out is under way */
#define MOVER_STATUS_IN              0x2        /* 1 = a transfer in is under way */

/* Arrangement */
#define MOVER_BLOCK_BYTES            32         /* size of the mover's address range, in bytes */

#endif
