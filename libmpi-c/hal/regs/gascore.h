/* GAScore: constants for C and assembly, from devices/regs/gascore.toml.
 * Generated: cargo run -p rankine-devices --example generate.
 * A field of several bits has a shift and a mask in place; a single bit is its mask. */
#ifndef HAL_REGS_GASCORE_H
#define HAL_REGS_GASCORE_H

/* Registers (byte offsets) */
#define GASCORE_REG_NODE             0x80       /* Number of this node */
#define GASCORE_REG_NODES            0x84       /* Number of nodes */
#define GASCORE_REG_TOKENS_USED      0x88       /* Number of tokens in use */
#define GASCORE_REG_TOKENS           0x8c       /* Number of tokens that the GAScore has */
#define GASCORE_REG_BAD_TYPE         0xa0       /* Number of messages dropped because their type is unknown */
#define GASCORE_REG_BAD_LENGTH       0xa4       /* Number of messages dropped because they have too many arguments or a payload that is too long */
#define GASCORE_REG_BAD_ALIGNMENT    0xa8       /* Number of messages dropped because one of their addresses is not a multiple of 4 */
#define GASCORE_REG_BAD_NODE         0xac       /* Number of messages dropped because their destination node does not exist */
#define GASCORE_REG_BAD_REPLY        0xb0       /* Number of replies dropped because their token is not in use */
#define GASCORE_REG_BAD_TOKEN        0xb4       /* Number of returned tokens that were not in use */
#define GASCORE_REG_BAD_MEMORY       0xb8       /* Number of messages dropped because their payload's source or destination is not memory */
#define GASCORE_REG_SOURCE           0x1000     /* Source node of the message that has token 0 */

/* Values */
#define GASCORE_SOURCE_NONE          4294967295 /* the token is not in use or does not exist */

/* Types of messages */
#define GASCORE_TYPE_SHORT           16777216   /* a message without payload */
#define GASCORE_TYPE_MEDIUM          33554432   /* a message whose payload goes to the handler, over FSL 1 */
#define GASCORE_TYPE_LONG            67108864   /* a message whose payload goes to the receiver's memory */
#define GASCORE_TYPE_FIFO            268435456  /* the payload follows the arguments on FSL 3, so the request has no source address */
#define GASCORE_TYPE_ASYNC           536870912  /* the request gets no completion word */
#define GASCORE_TYPE_REPLY           1073741824 /* the message is a reply: the second word of the request is a token */
#define GASCORE_TYPE_ARGUMENTS_SHIFT 16         /* lowest bit of the field with the number of arguments */

#endif
