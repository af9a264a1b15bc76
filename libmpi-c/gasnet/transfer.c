// Puts and gets: by hardware if the conduit has transfers between memories, else by active messages that the other node's hart
// serves. Within a node they are copies.
#include <string.h>

#include "gasnet/operation.h"
#include "mark/phase.h"

enum {
    TRANSFER_PIECE = 4096,  // bytes of a get in one message
    TRANSFER_SMALL = 8,     // this many bytes or fewer are sent as arguments
};

// The bytes of a small transfer, as two arguments.
union transfer_value {
    gasnet_handlerarg_t words[TRANSFER_SMALL / sizeof(gasnet_handlerarg_t)];
    unsigned char bytes[TRANSFER_SMALL];
};

// ---- Handlers, which the other node's hart runs

#define TRANSFER_OPERATION(high, low) ((struct gasnet_operation *)(uintptr_t)am_wide(high, low))
#define TRANSFER_ADDRESS(high, low) ((void *)(uintptr_t)am_wide(high, low))

static void transfer_reply(gasnet_token_t token, const struct am_message *message)
{
    token->may_reply = false;
    conduit_send(token->source, message);
}

static void transfer_reply_short(gasnet_token_t token, enum am_internal handler, unsigned count, const gasnet_handlerarg_t *arguments)
{
    const struct am_message message = {
        .arguments = arguments, .handler = handler, .count = count, .category = AM_SHORT, .is_reply = true};
    transfer_reply(token, &message);
}

static void transfer_confirm(gasnet_token_t token, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {high, low};
    transfer_reply_short(token, AM_CONFIRM, 2, arguments);
}

static void transfer_put_value(gasnet_token_t token, gasnet_handlerarg_t to_high, gasnet_handlerarg_t to_low, gasnet_handlerarg_t first,
                               gasnet_handlerarg_t second, gasnet_handlerarg_t bytes, gasnet_handlerarg_t high,
                               gasnet_handlerarg_t low)
{
    const union transfer_value value = {.words = {first, second}};
    memcpy(TRANSFER_ADDRESS(to_high, to_low), value.bytes, bytes);
    transfer_confirm(token, high, low);
}

static void transfer_put_done(gasnet_token_t token, void *payload, size_t bytes, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    (void)payload, (void)bytes;
    transfer_confirm(token, high, low);
}

static void transfer_confirmed(gasnet_token_t token, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    (void)token;
    TRANSFER_OPERATION(high, low)->messages--;
}

static void transfer_got_value(gasnet_token_t token, gasnet_handlerarg_t to_high, gasnet_handlerarg_t to_low, gasnet_handlerarg_t first,
                               gasnet_handlerarg_t second, gasnet_handlerarg_t bytes, gasnet_handlerarg_t high,
                               gasnet_handlerarg_t low)
{
    const union transfer_value value = {.words = {first, second}};
    memcpy(TRANSFER_ADDRESS(to_high, to_low), value.bytes, bytes);
    transfer_confirmed(token, high, low);
}

static void transfer_serve_get(gasnet_token_t token, gasnet_handlerarg_t from_high, gasnet_handlerarg_t from_low,
                               gasnet_handlerarg_t to_high, gasnet_handlerarg_t to_low, gasnet_handlerarg_t bytes,
                               gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    if (bytes <= TRANSFER_SMALL) {
        union transfer_value value = {.words = {0}};
        memcpy(value.bytes, TRANSFER_ADDRESS(from_high, from_low), bytes);
        const _Alignas(8) gasnet_handlerarg_t small[] = {to_high, to_low, value.words[0], value.words[1], bytes, high, low};
        transfer_reply_short(token, AM_GOT_VALUE, 7, small);
        return;
    }
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {high, low};
    const struct am_message message = {.arguments = arguments, .payload = TRANSFER_ADDRESS(from_high, from_low), .bytes = bytes,
                                       .destination = (uintptr_t)am_wide(to_high, to_low), .handler = AM_GET_DONE, .count = 2,
                                       .category = AM_LONG, .is_reply = true};
    transfer_reply(token, &message);
}

static void transfer_got(gasnet_token_t token, void *payload, size_t bytes, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    (void)payload, (void)bytes;
    transfer_confirmed(token, high, low);
}

static void transfer_serve_memset(gasnet_token_t token, gasnet_handlerarg_t to_high, gasnet_handlerarg_t to_low,
                                  gasnet_handlerarg_t value, gasnet_handlerarg_t bytes_high, gasnet_handlerarg_t bytes_low,
                                  gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    memset(TRANSFER_ADDRESS(to_high, to_low), value, (size_t)am_wide(bytes_high, bytes_low));
    transfer_confirm(token, high, low);
}

void operation_handlers(void)
{
    am_state.handlers[AM_PUT_DONE] = transfer_put_done;
    am_state.handlers[AM_GET] = transfer_serve_get;
    am_state.handlers[AM_CONFIRM] = transfer_confirmed;
    am_state.handlers[AM_GET_DONE] = transfer_got;
    am_state.handlers[AM_PUT_VALUE] = transfer_put_value;
    am_state.handlers[AM_GOT_VALUE] = transfer_got_value;
    am_state.handlers[AM_MEMSET] = transfer_serve_memset;
}

// ---- Starting

// Ends the run unless `function` may be called now and the memory lies in the other node's segment.
static inline void transfer_enter(const char *function, unsigned node, const void *remote, size_t bytes)
{
    am_enter(function);
    if (__builtin_expect(node >= am_state.nodes, 0))
        am_fatal(GASNET_ERR_BAD_ARG, "%s: there is no node %zu; there are %d", function, (size_t)node, am_state.nodes);
    if (__builtin_expect(!am_is_in_segment(node, (uintptr_t)remote, bytes), 0))
        am_fatal(GASNET_ERR_BAD_ARG, "%s: %zu bytes at %p are not in the segment of node %d", function, bytes, (void *)remote, node);
}

static void transfer_put_small(struct gasnet_operation *operation, unsigned node, void *to, const void *from, size_t bytes)
{
    union transfer_value value = {.words = {0}};
    memcpy(value.bytes, from, bytes);
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {AM_WIDE((uintptr_t)to), value.words[0], value.words[1], bytes,
                                                         AM_WIDE((uintptr_t)operation)};
    operation->messages++;
    am_send(node, AM_PUT_VALUE, 7, arguments);
}

static void transfer_put_by_messages(struct gasnet_operation *operation, unsigned node, void *to, const void *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += conduit_long_bytes()) {
        size_t left = bytes - at, piece = left < conduit_long_bytes() ? left : conduit_long_bytes();
        const _Alignas(8) gasnet_handlerarg_t arguments[] = {AM_WIDE((uintptr_t)operation)};
        const struct am_message message = {.arguments = arguments, .payload = (const unsigned char *)from + at, .bytes = piece,
                                           .destination = (uintptr_t)to + at, .handler = AM_PUT_DONE, .count = 2,
                                           .category = AM_LONG};
        operation->messages++;
        conduit_send(node, &message);
    }
}

// `reads_now`: the source may be overwritten on return.
static void transfer_put(struct gasnet_operation *operation, unsigned node, void *to, const void *from, size_t bytes, bool reads_now)
{
    if (node == am_state.node) {
        memmove(to, from, bytes);
    } else if (bytes != 0 && TRANSFERS_EXIST) {
        const void *source = reads_now ? operation_copy(operation, from, bytes) : from;
        operation->counters |= transfer_start(TRANSFER_OUT, node, (uintptr_t)to, (void *)source, bytes);
    } else if (bytes != 0) {
        am_fallbacks[AM_NO_TRANSFER].count++;
        if (bytes <= TRANSFER_SMALL)
            transfer_put_small(operation, node, to, from, bytes);
        else
            transfer_put_by_messages(operation, node, to, from, bytes);
    }
}

static void transfer_get(struct gasnet_operation *operation, void *to, unsigned node, const void *from, size_t bytes)
{
    if (node == am_state.node) {
        memmove(to, from, bytes);
    } else if (bytes != 0 && TRANSFERS_EXIST) {
        operation->counters |= transfer_start(TRANSFER_IN, node, (uintptr_t)from, to, bytes);
    } else if (bytes != 0) {
        am_fallbacks[AM_NO_TRANSFER].count++;
        for (size_t at = 0; at < bytes; at += TRANSFER_PIECE) {
            size_t piece = bytes - at < TRANSFER_PIECE ? bytes - at : TRANSFER_PIECE;
            const _Alignas(8) gasnet_handlerarg_t arguments[] = {AM_WIDE((uintptr_t)from + at), AM_WIDE((uintptr_t)to + at), piece,
                                                                 AM_WIDE((uintptr_t)operation)};
            operation->messages++;
            am_send(node, AM_GET, 7, arguments);
        }
    }
}

static void transfer_memset(struct gasnet_operation *operation, unsigned node, void *to, int value, size_t bytes)
{
    if (node == am_state.node) {
        memset(to, value, bytes);
        return;
    }
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {AM_WIDE((uintptr_t)to), value, AM_WIDE(bytes), AM_WIDE((uintptr_t)operation)};
    operation->messages++;
    am_send(node, AM_MEMSET, 7, arguments);
}

// ---- Blocking

void gasnet_put(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_put", node, dest, nbytes);
    struct gasnet_operation operation = {0};
    transfer_put(&operation, node, dest, src, nbytes, false);
    PHASE(await)
    operation_wait(&operation);
}

void gasnet_get(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_get", node, src, nbytes);
    struct gasnet_operation operation = {0};
    transfer_get(&operation, dest, node, src, nbytes);
    PHASE(await)
    operation_wait(&operation);
}

void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes)
{
    transfer_enter("gasnet_memset", node, dest, nbytes);
    struct gasnet_operation operation = {0};
    transfer_memset(&operation, node, dest, val, nbytes);
    PHASE(await)
    operation_wait(&operation);
}

// ---- With explicit handles

// Returns the handle of an operation that has begun: GASNET_INVALID_HANDLE if it is complete.
static gasnet_handle_t transfer_handle(struct gasnet_operation *operation)
{
    if (operation->messages != 0 || operation->counters != 0)
        return operation;
    operation_free(operation);
    return GASNET_INVALID_HANDLE;
}

gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_put_nb", node, dest, nbytes);
    struct gasnet_operation *operation = operation_new();
    transfer_put(operation, node, dest, src, nbytes, true);
    return transfer_handle(operation);
}

gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_put_nb_bulk", node, dest, nbytes);
    struct gasnet_operation *operation = operation_new();
    transfer_put(operation, node, dest, src, nbytes, false);
    return transfer_handle(operation);
}

gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_get_nb", node, src, nbytes);
    struct gasnet_operation *operation = operation_new();
    transfer_get(operation, dest, node, src, nbytes);
    return transfer_handle(operation);
}

gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes)
{
    transfer_enter("gasnet_memset_nb", node, dest, nbytes);
    struct gasnet_operation *operation = operation_new();
    transfer_memset(operation, node, dest, val, nbytes);
    return transfer_handle(operation);
}

// ---- With implicit handles

void gasnet_put_nbi(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_put_nbi", node, dest, nbytes);
    transfer_put(operation_implicit(&operation_puts), node, dest, src, nbytes, true);
}

void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_put_nbi_bulk", node, dest, nbytes);
    transfer_put(operation_implicit(&operation_puts), node, dest, src, nbytes, false);
}

void gasnet_get_nbi(void *dest, gasnet_node_t node, const void *src, size_t nbytes)
{
    transfer_enter("gasnet_get_nbi", node, src, nbytes);
    transfer_get(operation_implicit(&operation_gets), dest, node, src, nbytes);
}

void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes)
{
    transfer_enter("gasnet_memset_nbi", node, dest, nbytes);
    transfer_memset(operation_implicit(&operation_puts), node, dest, val, nbytes);
}

// ---- Values. The low bytes of a value lie first, as RISC-V is little-endian.

static void transfer_enter_value(const char *function, unsigned node, const void *remote, size_t bytes)
{
    transfer_enter(function, node, remote, bytes);
    if (bytes == 0 || bytes > sizeof(gasnet_register_value_t))
        am_fatal(GASNET_ERR_BAD_ARG, "%s: %zu bytes, a value has 1 to %zu", function, bytes, sizeof(gasnet_register_value_t));
}

void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
    transfer_enter_value("gasnet_put_val", node, dest, nbytes);
    struct gasnet_operation operation = {0};
    transfer_put(&operation, node, dest, &value, nbytes, false);
    PHASE(await)
    operation_wait(&operation);
}

gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
    transfer_enter_value("gasnet_put_nb_val", node, dest, nbytes);
    struct gasnet_operation *operation = operation_new();
    transfer_put(operation, node, dest, &value, nbytes, true);
    return transfer_handle(operation);
}

void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes)
{
    transfer_enter_value("gasnet_put_nbi_val", node, dest, nbytes);
    transfer_put(operation_implicit(&operation_puts), node, dest, &value, nbytes, true);
}

gasnet_register_value_t gasnet_get_val(gasnet_node_t node, const void *src, size_t nbytes)
{
    transfer_enter_value("gasnet_get_val", node, src, nbytes);
    struct gasnet_operation operation = {0};
    gasnet_register_value_t value = 0;
    transfer_get(&operation, &value, node, src, nbytes);
    PHASE(await)
    operation_wait(&operation);
    return value;
}

gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes)
{
    transfer_enter_value("gasnet_get_nb_val", node, src, nbytes);
    struct gasnet_value_get *get = am_allocate(sizeof *get);
    *get = (struct gasnet_value_get){0};
    transfer_get(&get->operation, &get->value, node, src, nbytes);
    return get;
}

gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle)
{
    am_enter("gasnet_wait_syncnb_valget");
    PHASE(await)
    operation_wait(&handle->operation);
    gasnet_register_value_t value = handle->value;
    am_free(handle);
    return value;
}
