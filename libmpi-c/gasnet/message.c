// Active messages: sending requests and replies, running handlers.
#include <string.h>

#include "gasnet/core.h"
#include "mark/phase.h"

struct am_state am_state = {.forbidden = AM_NOT_ATTACHED};

// A message that came while handlers were held, with copies of arguments and payload.
struct am_kept {
    struct am_kept *next;
    struct am_message message;
    unsigned source;
    _Alignas(16) unsigned char data[];
};

size_t gasnet_AMMaxMedium(void)
{
    return conduit_medium_bytes();
}

size_t gasnet_AMMaxLongRequest(void)
{
    return conduit_long_bytes();
}

size_t gasnet_AMMaxLongReply(void)
{
    return conduit_long_bytes();
}

// ---- Running handlers

typedef gasnet_handlerarg_t am_argument;

#define AM_SOME_PARAMETERS \
    am_argument, am_argument, am_argument, am_argument, am_argument, am_argument, am_argument
#define AM_ALL_PARAMETERS AM_SOME_PARAMETERS, AM_SOME_PARAMETERS, am_argument, am_argument
#define AM_SOME(a) a[0], a[1], a[2], a[3], a[4], a[5], a[6]
#define AM_ALL(a) AM_SOME(a), a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]

typedef void (*am_short_few)(gasnet_token_t, am_argument, am_argument);
typedef void (*am_short_some)(gasnet_token_t, AM_SOME_PARAMETERS);
typedef void (*am_short_all)(gasnet_token_t, AM_ALL_PARAMETERS);
typedef void (*am_long_few)(gasnet_token_t, void *, size_t, am_argument, am_argument);
typedef void (*am_long_some)(gasnet_token_t, void *, size_t, AM_SOME_PARAMETERS);
typedef void (*am_long_all)(gasnet_token_t, void *, size_t, AM_ALL_PARAMETERS);

enum { AM_FEW_ARGUMENTS = 2, AM_SOME_ARGUMENTS = AM_READABLE_ARGUMENTS };

// Calls a handler with more arguments than may be read from the message itself.
static __attribute__((noinline)) void am_call_with_all(void (*function)(), gasnet_token_t token, const struct am_message *message)
{
    am_argument a[GASNET_MAX_ARGUMENTS] = {0};
    memcpy(a, message->arguments, message->count * sizeof *a);
    if (message->category == AM_SHORT)
        ((am_short_all)function)(token, AM_ALL(a));
    else
        ((am_long_all)function)(token, (void *)message->payload, message->bytes, AM_ALL(a));
}

// Calls a handler. In the calling convention of RISC-V, a function may be called with more arguments than it has. So three forms of
// call are enough.
static void am_call(void (*function)(), gasnet_token_t token, const struct am_message *message)
{
    const am_argument *a = message->arguments;
    void *payload = (void *)message->payload;
    bool few = message->count <= AM_FEW_ARGUMENTS;
    if (message->count > AM_SOME_ARGUMENTS)
        am_call_with_all(function, token, message);
    else if (message->category == AM_SHORT && few)
        ((am_short_few)function)(token, a[0], a[1]);
    else if (message->category == AM_SHORT)
        ((am_short_some)function)(token, AM_SOME(a));
    else if (few)
        ((am_long_few)function)(token, payload, message->bytes, a[0], a[1]);
    else
        ((am_long_some)function)(token, payload, message->bytes, AM_SOME(a));
}

static void am_run(const struct am_message *message, unsigned source)
{
    AM_MARK_HANDLING(source, message);
    void (*function)() = am_state.handlers[message->handler];
    if (__builtin_expect(function == NULL, 0))
        am_fatal(GASNET_ERR_BAD_ARG, "active message from node %d for handler %d, which nobody registered here", source,
                 message->handler);
    struct gasnet_token token = {source, message->handler, !message->is_reply};
    unsigned forbidden = am_state.forbidden;
    am_state.running = &token;
    am_state.forbidden = forbidden | AM_IN_HANDLER;
    PHASE(handler)
    am_call(function, &token, message);
    PHASE(handled)
    if (__builtin_expect(gasnet_held != 0, 0))
        am_fatal(GASNET_ERR_BAD_ARG, "handler %d ended with a handler-safe lock", message->handler);
    AM_MARK_HANDLED();
    am_state.running = NULL;
    am_state.forbidden = forbidden;
}

static void am_keep(const struct am_message *message, unsigned source)
{
    enum { ARGUMENTS_BYTES = GASNET_MAX_ARGUMENTS * sizeof(am_argument) };  // a multiple of 16
    bool copies = message->category == AM_MEDIUM;
    struct am_kept *kept = am_allocate(sizeof *kept + ARGUMENTS_BYTES + (copies ? message->bytes : 0));
    am_fallbacks[AM_KEPT].count++;
    kept->next = NULL;
    kept->message = *message;
    kept->source = source;
    kept->message.arguments = memcpy(kept->data, message->arguments, message->count * sizeof(am_argument));
    if (copies)
        kept->message.payload = memcpy(kept->data + ARGUMENTS_BYTES, message->payload, message->bytes);
    struct am_kept **end = &am_state.kept;
    while (*end != NULL)
        end = &(*end)->next;
    *end = kept;
}

void am_arrive(const struct am_message *message, unsigned source)
{
    if (__builtin_expect(gasnet_held != 0, 0)) {
        am_keep(message, source);
        return;
    }
    if (__builtin_expect((am_state.forbidden & AM_IN_HANDLER) != 0, 0))
        am_fatal(GASNET_ERR_BAD_ARG, "handler %d waits for other nodes: handlers may only reply", am_state.running->handler);
    am_run(message, source);
}

static __attribute__((noinline)) void am_run_kept(void)
{
    while (am_state.kept != NULL) {
        struct am_kept *kept = am_state.kept;
        am_state.kept = kept->next;
        am_run(&kept->message, kept->source);
        am_free(kept);
    }
}

void am_poll(void)
{
    if (__builtin_expect(am_state.kept != NULL, 0))
        am_run_kept();
    conduit_poll();
}

int gasnet_AMPoll(void)
{
    am_enter("gasnet_AMPoll");
    PHASE(poll)
    am_poll();
    return GASNET_OK;
}

int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *source)
{
    if (token == NULL || token != am_state.running || source == NULL)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_AMGetMsgSource: needs the token of the handler that runs, and a place");
    *source = token->source;
    return GASNET_OK;
}

// ---- Sending

void am_send(unsigned node, enum am_internal handler, unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {
        .arguments = arguments, .handler = handler, .count = count, .category = AM_SHORT, .is_reply = false};
    conduit_send(node, &message);
}

// Ends the run if the message may not be sent.
static void am_explain(const char *function, unsigned node, const struct am_message *message)
{
    size_t most = message->category == AM_MEDIUM ? conduit_medium_bytes() : conduit_long_bytes();
    if (node >= am_state.nodes)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: there is no node %zu, handler %d was for it; there are %d nodes", function, (size_t)node,
                 message->handler, am_state.nodes);
    if (message->handler < AM_FIRST_CLIENT)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: handler %d is the library's own; those of programs are 128 to 255", function,
                 message->handler);
    if (message->bytes > most)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: %zu bytes for handler %d of node %d, at most %zu can be sent", function, message->bytes,
                 message->handler, node, most);
    am_fatal(GASNET_ERR_BAD_ARG, "%s: %zu bytes at %p for handler %d are not in the segment of node %d", function, message->bytes,
             (void *)message->destination, message->handler, node);
}

// Hardware nodes have handlers of their own, with any number.
static inline bool am_is_bad(unsigned node, const struct am_message *message)
{
    if (node >= am_state.nodes || (message->handler < AM_FIRST_CLIENT && conduit_has_hart(node)))
        return true;
    if (message->category == AM_MEDIUM)
        return message->bytes > conduit_medium_bytes();
    return message->category == AM_LONG && message->bytes != 0 &&
           (message->bytes > conduit_long_bytes() || !am_is_in_segment(node, message->destination, message->bytes));
}

static inline int am_request_by(void (*send)(unsigned node, const struct am_message *message), const char *function, unsigned node,
                                const struct am_message *message)
{
    am_enter(function);
    if (__builtin_expect(am_is_bad(node, message), 0))
        am_explain(function, node, message);
    am_poll();
    PHASE(send)
    send(node, message);
    return GASNET_OK;
}

static inline int am_request(const char *function, unsigned node, const struct am_message *message)
{
    return am_request_by(conduit_send, function, node, message);
}

int gasnet_request_short(gasnet_node_t node, gasnet_handler_t handler, unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .handler = handler, .count = count, .category = AM_SHORT};
    return am_request("gasnet_AMRequestShort", node, &message);
}

int gasnet_request_medium(gasnet_node_t node, gasnet_handler_t handler, const void *payload, size_t bytes, unsigned count,
                          const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .payload = payload, .bytes = bytes, .handler = handler,
                                       .count = count, .category = AM_MEDIUM};
    return am_request("gasnet_AMRequestMedium", node, &message);
}

int gasnet_request_long(gasnet_node_t node, gasnet_handler_t handler, const void *payload, size_t bytes, void *destination,
                        unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .payload = payload, .bytes = bytes,
                                       .destination = (uintptr_t)destination, .handler = handler, .count = count,
                                       .category = AM_LONG};
    return am_request("gasnet_AMRequestLong", node, &message);
}

int gasnet_request_long_async(gasnet_node_t node, gasnet_handler_t handler, const void *payload, size_t bytes, void *destination,
                              unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .payload = payload, .bytes = bytes,
                                       .destination = (uintptr_t)destination, .handler = handler, .count = count,
                                       .category = AM_LONG};
    return am_request_by(conduit_send_async, "gasnet_AMRequestLongAsync", node, &message);
}

static void am_explain_reply(const char *function, gasnet_token_t token)
{
    if (am_state.running == NULL || token != am_state.running)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: the token is not that of a handler that runs", function);
    if (gasnet_held != 0)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: handler %d holds a handler-safe lock", function, token->handler);
    am_fatal(GASNET_ERR_BAD_ARG, "%s: handler %d has replied already, or handles a reply (from node %d)", function, token->handler,
             token->source);
}

static inline int am_reply(const char *function, gasnet_token_t token, const struct am_message *message)
{
    if (__builtin_expect(token == NULL || token != am_state.running || !token->may_reply || gasnet_held != 0, 0))
        am_explain_reply(function, token);
    if (__builtin_expect(am_is_bad(token->source, message), 0))
        am_explain(function, token->source, message);
    token->may_reply = false;
    PHASE(reply)
    conduit_send(token->source, message);
    return GASNET_OK;
}

int gasnet_reply_short(gasnet_token_t token, gasnet_handler_t handler, unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .handler = handler, .count = count, .category = AM_SHORT,
                                       .is_reply = true};
    return am_reply("gasnet_AMReplyShort", token, &message);
}

int gasnet_reply_medium(gasnet_token_t token, gasnet_handler_t handler, const void *payload, size_t bytes, unsigned count,
                        const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .payload = payload, .bytes = bytes, .handler = handler,
                                       .count = count, .category = AM_MEDIUM, .is_reply = true};
    return am_reply("gasnet_AMReplyMedium", token, &message);
}

int gasnet_reply_long(gasnet_token_t token, gasnet_handler_t handler, const void *payload, size_t bytes, void *destination,
                      unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {.arguments = arguments, .payload = payload, .bytes = bytes,
                                       .destination = (uintptr_t)destination, .handler = handler, .count = count,
                                       .category = AM_LONG, .is_reply = true};
    return am_reply("gasnet_AMReplyLong", token, &message);
}
