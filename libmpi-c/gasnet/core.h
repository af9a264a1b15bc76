// The core of GASNet-1: what its files share, and the contract of a conduit.
//
// A conduit carries active messages over one kind of hardware; it is a directory gasnet/conduit/<x>, which the channel's file `layers`
// names. It has the functions conduit_… below, and calls am_arrive for each message that has come.
#ifndef GASNET_CORE_H
#define GASNET_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gasnet.h"
#include "mark/mark.h"

// Handlers of the library itself; those of programs begin at AM_FIRST_CLIENT.
enum am_internal {
    AM_PUT_DONE = 1,  // a Long message whose payload has been put: confirm it
    AM_GET,           // asks for memory of this node
    AM_CONFIRM,       // a put or memset of this node is complete
    AM_GET_DONE,      // the data of a get of this node has come
    AM_PUT_VALUE,     // a put of a few bytes, sent as arguments: confirm it
    AM_GOT_VALUE,     // the data of a get of this node has come, as arguments
    AM_MEMSET,
    AM_BARRIER,       // a round of a barrier
    AM_SEGMENT,       // to node 0: a node's segment
    AM_TABLE,         // from node 0, along a tree: all segments
    AM_EXIT,          // the job ends
    AM_COLLECTIVE,    // data of a collective
    AM_FIRST_CLIENT = 128,
    AM_HANDLERS = 256,
};

enum am_category { AM_SHORT, AM_MEDIUM, AM_LONG };

// How many arguments may be read from a message that has arrived, even if it has fewer.
enum { AM_READABLE_ARGUMENTS = 7 };

// An active message, as it is sent and as it has arrived.
struct am_message {
    const gasnet_handlerarg_t *arguments;  // aligned to 8 bytes; after arrival, AM_READABLE_ARGUMENTS may be read
    const void *payload;                   // of a Long message after arrival: where it was put
    size_t bytes;                          // of payload
    uintptr_t destination;                 // of a Long message
    uint8_t handler, count;
    uint8_t category;                      // enum am_category
    bool is_reply;
};

// The token of a running handler.
struct gasnet_token {
    unsigned source;
    uint8_t handler;
    bool may_reply;
};

// Why no request may be sent and no handler run now; 0: both may. Sections and locks count in gasnet_held.
enum { AM_NOT_ATTACHED = 1, AM_IN_HANDLER = 2 };

// Marks: a message is given to the conduit; a handler is about to run; it has run. A message is identified by 32 bits as they lie in
// struct am_message (handler, count, category, is_reply), and by the bytes of its payload.
#define AM_MARK_MESSAGE "%2(%1)@0:32 %3(%1)@0:32"
#define AM_MARK_MESSAGE_OPERANDS(message) \
    "r"(message), "n"(offsetof(struct am_message, handler)), "n"(offsetof(struct am_message, bytes))
#define AM_MARK_SENDING(node, message) \
    MARK("am.sending %0@0:32 " AM_MARK_MESSAGE, "nr"(node), AM_MARK_MESSAGE_OPERANDS(message))
#define AM_MARK_HANDLING(source, message) \
    MARK("am.handling %0@0:32 " AM_MARK_MESSAGE, "nr"(source), AM_MARK_MESSAGE_OPERANDS(message))
#define AM_MARK_HANDLED() MARK("am.handled")

struct am_state {
    unsigned forbidden;
    unsigned node, nodes;
    unsigned hart, harts;          // number of this node among those with a hart; how many these are
    unsigned *node_of_hart;
    struct gasnet_token *running;  // of the running handler
    gasnet_seginfo_t *segments;    // of all nodes
    struct am_kept *kept;          // messages that came while handlers were held
    void (*handlers[AM_HANDLERS])();
};

extern struct am_state am_state;

// ---- Core

// Runs the handler of a message from `source`, or keeps it while handlers are held. On return the message may be discarded.
void am_arrive(const struct am_message *message, unsigned source);

// Takes all messages that have come and runs handlers. Changes nothing if none has come.
void am_poll(void);

// Sends a message of the library with `count` arguments. May be called by handlers.
void am_send(unsigned node, enum am_internal handler, unsigned count, const gasnet_handlerarg_t *arguments);

// An address or length as two arguments.
#define AM_WIDE(value) (gasnet_handlerarg_t)((uint64_t)(value) >> 32), (gasnet_handlerarg_t)(value)

static inline uint64_t am_wide(gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}

// Does the memory lie in the node's segment?
static inline bool am_is_in_segment(unsigned node, uintptr_t address, size_t bytes)
{
    const gasnet_seginfo_t *segment = &am_state.segments[node];
    uintptr_t offset = address - (uintptr_t)segment->addr;
    return offset <= segment->size && bytes <= segment->size - offset;
}

// Ends the run unless `function` may be called now: after gasnet_attach, outside handlers, no-interrupt sections and locks.
void am_explain_forbidden(const char *function) __attribute__((cold));

static inline void am_enter(const char *function)
{
    if (__builtin_expect((am_state.forbidden | gasnet_held) != 0, 0))
        am_explain_forbidden(function);
}

// Ends the run with a GASNet error and one line of text. The format knows %d, %s, %p and %zu only.
_Noreturn void am_fatal(int error, const char *format, ...) __attribute__((cold, format(printf, 2, 3)));

// Allocates memory for the library. Ends the run if there is none.
void *am_allocate(size_t bytes);
void am_free(void *memory);

// A slow path used in place of the fast one, and how often.
struct am_fallback {
    const char *name, *meaning;
    uint32_t count;
};

enum { AM_NO_TRANSFER, AM_KEPT, AM_FALLBACKS };

extern struct am_fallback am_fallbacks[AM_FALLBACKS + 1];

// Enter the functions of the library's own handlers; each file enters its own.
void am_internal_handlers(void);
void segment_handlers(void);
void exit_handlers(void);
void operation_handlers(void);
void barrier_handlers(void);

// Sends this node's segment to all nodes, and fills am_state.segments. All nodes must call it equally often. On return, all nodes have
// all segments.
void segment_exchange(gasnet_seginfo_t own);

// A barrier of all nodes. Does not check whether requests may be sent.
void barrier_meet(void);

// ---- The contract of a conduit

// Starts the network; returns when active messages can be sent to all nodes. Sets am_state.node and am_state.nodes.
void conduit_init(void);

// Does `node` have a hart, and so take part in barriers? Else the node is hardware.
bool conduit_has_hart(unsigned node);

// Waits until all messages have left this node. Gives up on nodes that take nothing for long.
void conduit_flush(void);

// Calls `step` from now on whenever the node looks for messages, also in other libraries that share the network. Called once.
void conduit_at_polls(void (*step)(void));

// Sends a message whose limits have been checked. Returns when its payload may be overwritten. Outside handlers, waits until the
// network takes the message, and runs handlers meanwhile. In a handler, never waits for another node: keeps what the network does not
// take now, and sends it later.
void conduit_send(unsigned node, const struct am_message *message);

// The same for a Long request whose payload stays unchanged until the handler has run: may return while hardware still reads it. A conduit
// without such hardware sends as conduit_send does.
void conduit_send_async(unsigned node, const struct am_message *message);

// Takes all messages that have come and calls am_arrive for each. Changes nothing if none has come and none waits to be sent.
void conduit_poll(void);

// The conduit's slow paths. The last entry has no name.
extern struct am_fallback conduit_fallbacks[];

// The longest payload of a Medium and of a Long message, in bytes.
size_t conduit_medium_bytes(void);
size_t conduit_long_bytes(void);

// Allocates memory. Returns NULL if there is none.
void *conduit_allocate(size_t bytes);
void conduit_free(void *memory);

#endif
