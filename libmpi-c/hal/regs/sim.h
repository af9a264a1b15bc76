/* Simulation control: constants for C and assembly, from devices/regs/sim.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_SIM_H
#define HAL_REGS_SIM_H

/* Registers (byte offsets) */
#define SIM_REG_EXIT                 0x0        /* Exit status */
#define SIM_REG_PUTCHAR              0x4        /* Writes the low byte to the console of this node */
#define SIM_PUTCHAR_BYTE_SHIFT       0          /* the byte */
#define SIM_PUTCHAR_BYTE_MASK        0xff       /* the byte */
#define SIM_REG_NODE                 0x8        /* Number of this node, counted from 0 */
#define SIM_REG_NODES                0xc        /* Number of nodes */
#define SIM_REG_CYCLE_LO             0x10       /* Low half of the platform's cycle counter */
#define SIM_REG_CYCLE_HI             0x14       /* High half of the cycle counter at the last read of CYCLE_LO */
#define SIM_REG_CLOCK_HZ             0x18       /* Frequency of the clock that CYCLE_LO counts, in hertz */
#define SIM_REG_APPNUM               0x1c       /* Number of this node's program in the command line, where `:` separates programs, counted from 0 */
#define SIM_REG_NO_HART              0x20       /* Bit mask of the nodes without a hart; bit 0 is node 0 */

/* Arrangement */
#define SIM_NO_HART_WORDS            8          /* number of words of NO_HART; each has the bits of 32 nodes */

#endif
