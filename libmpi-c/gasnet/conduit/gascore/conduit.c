// Conduit `gascore`: active messages by hardware (Willenberg and Chow 2013 §3.1). Requests and replies are words on link 3 of the
// paper; handler calls come on link 1; Long payloads go from memory to memory.
//
// The hardware needs addresses of whole words, and also takes a Medium payload from memory. Other payloads go through a buffer
// here. For other Long destinations, the conduit sends Medium messages with handler codes of its own.
//
// Nodes never wait for each other in a cycle. A request is given only when the one before is accepted. While it waits
// for that, handler calls are moved from the link into memory, and their tokens returned. So the reply to such a call
// names the node, not the token. If the program uses MPI, the channel shares the links (link.h).
#include <stdlib.h>
#include <string.h>

#include "gasnet/core.h"
#include "hal/gascore.h"
#include "hal/sim.h"
#include "link.h"
#include "mark/phase.h"

enum {
    GASCORE_WORD = sizeof(uint32_t),
    // Bits of handler codes, above the handler.
    GASCORE_REPLY_CODE = 1 << 8,  // a reply that names its node
    GASCORE_PIECE_CODE = 1 << 9,  // argument: the payload's address at the receiver
    GASCORE_PLACED_CODE = 1 << 10, // a Long message after its payload in pieces: has a struct gascore_placed
    GASCORE_NO_TOKEN = -1,
};

_Static_assert(GASCORE_ARGUMENTS >= GASNET_MAX_ARGUMENTS, "a message has up to 16 arguments (gascore.arguments_max)");

struct gascore_placed {
    uint32_t destination, bytes, count;
    gasnet_handlerarg_t arguments[GASNET_MAX_ARGUMENTS];
};

// A handler call taken from the link.
struct gascore_call {
    struct gascore_call *next;
    unsigned source;
    struct am_message message;
    _Alignas(8) gasnet_handlerarg_t arguments[GASNET_MAX_ARGUMENTS];
    _Alignas(16) unsigned char payload[GASCORE_MEDIUM_BYTES];
};

static struct gascore_call *gascore_first;         // calls kept in memory
static int gascore_token = GASCORE_NO_TOKEN;       // of the running handler
static void (*gascore_step)(void);

// ---- Arrival

// Takes the words of a call after its head from the link. Performs calls of the conduit itself.
static void gascore_take(struct gascore_call *call, uint32_t head, uint32_t token)
{
    uint32_t code = head & 0xffff;
    struct am_message *message = &call->message;
    *message = (struct am_message){.arguments = call->arguments, .payload = call->payload, .handler = (uint8_t)code,
                                   .count = (uint8_t)(head >> GASCORE_TYPE_ARGUMENTS_SHIFT)};
    message->is_reply = (head & GASCORE_TYPE_REPLY) != 0 || (code & GASCORE_REPLY_CODE) != 0;
    message->category = head & GASCORE_TYPE_LONG ? AM_LONG : head & GASCORE_TYPE_MEDIUM ? AM_MEDIUM : AM_SHORT;
    if (message->category != AM_SHORT)
        message->bytes = gascore_get(GASCORE_LINK_CALLS);
    if (message->category == AM_LONG)
        message->payload = (void *)(uintptr_t)gascore_get(GASCORE_LINK_CALLS);
    for (unsigned i = 0; i < message->count; i++)
        call->arguments[i] = gascore_get(GASCORE_LINK_CALLS);
    if (message->category == AM_MEDIUM) {
        for (size_t at = 0; at < message->bytes; at += GASCORE_WORD)
            *(uint32_t *)(call->payload + at) = gascore_get(GASCORE_LINK_CALLS);
    }
    if (code & GASCORE_PIECE_CODE)
        memcpy((void *)(uintptr_t)(uint32_t)call->arguments[0], call->payload, message->bytes);
    if (code & GASCORE_PLACED_CODE) {
        const struct gascore_placed *placed = (const struct gascore_placed *)call->payload;
        message->category = AM_LONG;
        message->payload = (void *)(uintptr_t)placed->destination;
        message->bytes = placed->bytes;
        message->count = placed->count;
        memcpy(call->arguments, placed->arguments, sizeof placed->arguments);
    }
    call->source = gascore_source(token);
    call->next = NULL;
}

// Is it a piece of a Long message, which is no message itself?
static bool gascore_is_piece(const struct gascore_call *call)
{
    return call->message.handler == 0;
}

enum { GASCORE_TO_MEMORY, GASCORE_WRAPPED, GASCORE_COPIED };

struct am_fallback conduit_fallbacks[] = {
    [GASCORE_TO_MEMORY] = {"to_memory", "handler calls that had to be taken into memory", 0},
    [GASCORE_WRAPPED] = {"wrapped", "Long messages to an address that is no multiple of 4", 0},
    [GASCORE_COPIED] = {"copied", "payloads from an address that is no multiple of 4", 0},
    {0},
};

// Keeps a call in memory, because its handler must not run now.
static void gascore_keep(uint32_t head, uint32_t token)
{
    struct gascore_call *call = am_allocate(sizeof *call);
    conduit_fallbacks[GASCORE_TO_MEMORY].count++;
    gascore_take(call, head, token);
    gascore_put(GASCORE_LINK_TOKENS, token);
    struct gascore_call **end = &gascore_first;
    while (*end != NULL)
        end = &(*end)->next;
    if (gascore_is_piece(call))
        am_free(call);
    else
        *end = call;
}

static void gascore_run_waiting(void)
{
    while (gascore_first != NULL) {
        struct gascore_call *call = gascore_first;
        gascore_first = call->next;
        am_arrive(&call->message, call->source);
        am_free(call);
    }
}

void conduit_poll(void)
{
    if (gascore_step != NULL)
        gascore_step();
    if (gascore_first != NULL)
        gascore_run_waiting();
    while (gascore_has_word(GASCORE_LINK_CALLS)) {
        static struct gascore_call call;
        uint32_t head, token;
        PHASE(take)
        if (!link_take(&head, &token))
            continue;
        gascore_take(&call, head, token);
        if (!gascore_is_piece(&call)) {
            gascore_token = token;
            am_arrive(&call.message, call.source);
            gascore_token = GASCORE_NO_TOKEN;
        }
        gascore_put(GASCORE_LINK_TOKENS, token);
    }
}

// ---- Sending

// Gives the words of a request: head and arguments. No put waits for another node: if nothing is under way, the hardware takes the
// head at once, and the link has 16 places for arguments.
static void gascore_give(const uint32_t *head, unsigned words, unsigned count, const gasnet_handlerarg_t *arguments)
{
    link_await_idle();
    PHASE(issue)
    link_begin();
    for (unsigned i = 0; i < words; i++)
        gascore_put(GASCORE_LINK_REQUESTS, head[i]);
    for (unsigned i = 0; i < count; i++)
        gascore_put(GASCORE_LINK_REQUESTS, arguments[i]);
}

static uint32_t gascore_head(uint32_t type, unsigned code, unsigned count)
{
    return type | count << GASCORE_TYPE_ARGUMENTS_SHIFT | code;
}

// Sends a Medium message of the conduit itself. The payload is aligned.
static void gascore_give_medium(unsigned node, unsigned code, const void *payload, size_t bytes, unsigned count,
                                const gasnet_handlerarg_t *arguments)
{
    const uint32_t words[] = {gascore_head(GASCORE_TYPE_MEDIUM, code, count), node, bytes, (uintptr_t)payload};
    gascore_give(words, 4, count, arguments);
    link_await_idle();
}

// Sends a Long message to an address that is no multiple of 4, which the hardware refuses.
static void gascore_send_wrapped(unsigned node, const struct am_message *message)
{
    static _Alignas(8) unsigned char piece[GASCORE_MEDIUM_BYTES];
    static struct gascore_placed placed;
    conduit_fallbacks[GASCORE_WRAPPED].count++;
    for (size_t at = 0; at < message->bytes; at += sizeof piece) {
        size_t bytes = message->bytes - at < sizeof piece ? message->bytes - at : sizeof piece;
        const gasnet_handlerarg_t to[] = {message->destination + at};
        link_await_idle();
        memcpy(piece, (const unsigned char *)message->payload + at, bytes);
        gascore_give_medium(node, GASCORE_PIECE_CODE, piece, bytes, 1, to);
    }
    placed = (struct gascore_placed){message->destination, message->bytes, message->count, {0}};
    memcpy(placed.arguments, message->arguments, message->count * sizeof *message->arguments);
    unsigned code = GASCORE_PLACED_CODE | (message->is_reply ? GASCORE_REPLY_CODE : 0) | message->handler;
    gascore_give_medium(node, code, &placed, sizeof placed, 0, NULL);
}

// Returns the payload, or an aligned copy of it, which is valid until the message has been accepted.
static const void *gascore_aligned(const struct am_message *message)
{
    static _Alignas(8) unsigned char copy[GASCORE_LONG_BYTES > GASCORE_MEDIUM_BYTES ? GASCORE_LONG_BYTES : GASCORE_MEDIUM_BYTES];
    if ((uintptr_t)message->payload % GASCORE_WORD == 0 || message->bytes == 0)
        return message->payload;
    conduit_fallbacks[GASCORE_COPIED].count++;
    link_await_idle();
    return memcpy(copy, message->payload, message->bytes);
}

// `lasts`: nobody changes the payload until the hardware has read it.
static inline __attribute__((always_inline)) void gascore_send(unsigned node, const struct am_message *message, bool lasts)
{
    unsigned category = message->category;
    AM_MARK_SENDING(node, message);
    if (category == AM_LONG && message->bytes != 0 && message->destination % GASCORE_WORD != 0) {
        gascore_send_wrapped(node, message);
        return;
    }
    static const uint32_t types[] = {
        [AM_SHORT] = GASCORE_TYPE_SHORT, [AM_MEDIUM] = GASCORE_TYPE_MEDIUM, [AM_LONG] = GASCORE_TYPE_LONG};
    bool by_token = message->is_reply && gascore_token != GASCORE_NO_TOKEN;
    uint32_t type = types[message->category] | (by_token ? GASCORE_TYPE_REPLY : 0);
    unsigned code = message->handler | (message->is_reply && !by_token ? GASCORE_REPLY_CODE : 0), words = 2;
    uint32_t head[5] = {gascore_head(type, code, message->count), by_token ? (uint32_t)gascore_token : node};
    if (message->category != AM_SHORT) {
        head[words++] = message->bytes;
        head[words++] = message->bytes == 0 ? 0 : (uintptr_t)gascore_aligned(message);
    }
    if (message->category == AM_LONG)
        head[words++] = message->bytes == 0 ? 0 : message->destination;
    gascore_give(head, words, message->count, message->arguments);
    // A Short request has no data here that must stay valid. A reply's token must stay valid.
    if (!lasts && (message->category != AM_SHORT || by_token))
        link_await_idle();
}

void conduit_send(unsigned node, const struct am_message *message)
{
    gascore_send(node, message, false);
}

void conduit_send_async(unsigned node, const struct am_message *message)
{
    gascore_send(node, message, true);
}

void conduit_flush(void)
{
    link_await_idle();
}

void conduit_at_polls(void (*step)(void))
{
    gascore_step = step;
}

void conduit_init(void)
{
    link_open(gascore_keep, gascore_run_waiting);
    am_state.node = gascore_node();
    am_state.nodes = gascore_nodes();
}

bool conduit_has_hart(unsigned node)
{
    return (sim_no_hart(node / 32) >> node % 32 & 1) == 0;
}

size_t conduit_medium_bytes(void)
{
    return GASCORE_MEDIUM_BYTES;
}

size_t conduit_long_bytes(void)
{
    return GASCORE_LONG_BYTES;
}

void *conduit_allocate(size_t bytes)
{
    return malloc(bytes);
}

void conduit_free(void *memory)
{
    free(memory);
}
