/* GAScore: constants for C and assembly, from devices/regs/gascore.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_GASCORE_H
#define HAL_REGS_GASCORE_H

/* Registers (byte offsets) */
#define GASCORE_REG_NODE             0x80       /* Number of this node */
#define GASCORE_REG_NODES            0x84       /* How many nodes there are */
#define GASCORE_REG_TOKENS_USED      0x88       /* How many tokens are in use: handler calls that have been put, or will be, and whose token has not come back */
#define GASCORE_REG_TOKENS           0x8c       /* How many tokens there are */
#define GASCORE_REG_BAD_TYPE         0xa0       /* Messages of an unknown type */
#define GASCORE_REG_BAD_LENGTH       0xa4       /* Messages with more arguments or a longer payload than the limits allow */
#define GASCORE_REG_BAD_ALIGNMENT    0xa8       /* Messages with an address that is not a multiple of 4 */
#define GASCORE_REG_BAD_NODE         0xac       /* Messages to a node that is not there */
#define GASCORE_REG_BAD_REPLY        0xb0       /* Replies whose token is free */
#define GASCORE_REG_BAD_TOKEN        0xb4       /* Tokens that were returned although they are free */
#define GASCORE_REG_BAD_MEMORY       0xb8       /* Messages whose payload comes from, or goes to, addresses that are not memory */
#define GASCORE_REG_SOURCE           0x1000     /* Node that the message of token 0 came from */

/* Values */
#define GASCORE_SOURCE_NONE          4294967295 /* the token is free, or is none */

/* Types of messages */
#define GASCORE_TYPE_SHORT           16777216   /* a message without payload */
#define GASCORE_TYPE_MEDIUM          33554432   /* the payload goes to the handler, on FSL 1 */
#define GASCORE_TYPE_LONG            67108864   /* the payload goes to the receiver's memory */
#define GASCORE_TYPE_FIFO            268435456  /* the payload follows the arguments on FSL 3; the request has no source address */
#define GASCORE_TYPE_ASYNC           536870912  /* there is no completion word */
#define GASCORE_TYPE_REPLY           1073741824 /* the second word of the request is a token */
#define GASCORE_TYPE_ARGUMENTS_SHIFT 16         /* where the number of arguments begins */

#endif
