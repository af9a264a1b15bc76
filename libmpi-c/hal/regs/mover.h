/* Mover: constants for C and assembly, from devices/regs/mover.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_MOVER_H
#define HAL_REGS_MOVER_H

/* Registers (byte offsets) */
#define MOVER_REG_OUT_ADDRESS        0x0        /* Where the words of the next transfer out are, a multiple of 4 */
#define MOVER_REG_OUT_WORDS          0x4        /* Starts a transfer of so many words from memory to the link; 0: none */
#define MOVER_REG_IN_ADDRESS         0x8        /* Where the words of the next transfer in go, a multiple of 4 */
#define MOVER_REG_IN_WORDS           0xc        /* Starts a transfer of so many words from the link to memory; 0: none */
#define MOVER_REG_STATUS             0x10       /* Which transfers are under way */
#define MOVER_STATUS_OUT             0x1        /* a transfer out is under way */
#define MOVER_STATUS_IN              0x2        /* a transfer in is under way */

/* Arrangement */
#define MOVER_BLOCK_BYTES            32         /* bytes of address space */

#endif
