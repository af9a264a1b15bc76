// Active messages by functions whose parameter says how many arguments follow.
#include <stdarg.h>

#include "gasnet/core.h"

// The arguments after `count` as an array, aligned as a message needs. Ends the run if there are too many.
#define VARIADIC_ARGUMENTS(count)                                   \
    _Alignas(8) gasnet_handlerarg_t arguments[GASNET_MAX_ARGUMENTS]; \
    va_list list;                                                    \
    va_start(list, count);                                           \
    variadic_take(__func__, arguments, count, &list);                \
    va_end(list)

static void variadic_take(const char *function, gasnet_handlerarg_t *arguments, int count, va_list *list)
{
    if ((unsigned)count > GASNET_MAX_ARGUMENTS)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: %d arguments, and a message has 0 to %d", function, count, GASNET_MAX_ARGUMENTS);
    for (int i = 0; i < count; i++)
        arguments[i] = va_arg(*list, gasnet_handlerarg_t);
}

int gasnet_AMRequestShort(gasnet_node_t node, gasnet_handler_t handler, int count, ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_request_short(node, handler, count, arguments);
}

int gasnet_AMRequestMedium(gasnet_node_t node, gasnet_handler_t handler, void *payload, size_t bytes, int count, ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_request_medium(node, handler, payload, bytes, count, arguments);
}

int gasnet_AMRequestLong(gasnet_node_t node, gasnet_handler_t handler, void *payload, size_t bytes, void *destination, int count, ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_request_long(node, handler, payload, bytes, destination, count, arguments);
}

int gasnet_AMRequestLongAsync(gasnet_node_t node, gasnet_handler_t handler, void *payload, size_t bytes, void *destination, int count,
                              ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_request_long_async(node, handler, payload, bytes, destination, count, arguments);
}

int gasnet_AMReplyShort(gasnet_token_t token, gasnet_handler_t handler, int count, ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_reply_short(token, handler, count, arguments);
}

int gasnet_AMReplyMedium(gasnet_token_t token, gasnet_handler_t handler, void *payload, size_t bytes, int count, ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_reply_medium(token, handler, payload, bytes, count, arguments);
}

int gasnet_AMReplyLong(gasnet_token_t token, gasnet_handler_t handler, void *payload, size_t bytes, void *destination, int count, ...)
{
    VARIADIC_ARGUMENTS(count);
    return gasnet_reply_long(token, handler, payload, bytes, destination, count, arguments);
}
