/* Active messages of GASNet-1 (specification 1.8, §2.3): one macro for each category and number of arguments, from 0 to 16, over
   one function for each category. */
#ifndef GASNET_MESSAGES_H
#define GASNET_MESSAGES_H

/* C90 has neither macros with any number of arguments nor long long. As a system header, this file may use them. */
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

enum { GASNET_MAX_ARGUMENTS = 16 };

/* Limits: arguments of a message, and bytes of its payload. */
static __inline size_t gasnet_AMMaxArgs(void)
{
    return GASNET_MAX_ARGUMENTS;
}

size_t gasnet_AMMaxMedium(void);
size_t gasnet_AMMaxLongRequest(void);
size_t gasnet_AMMaxLongReply(void);

/* The macros call these with `count` arguments. `arguments` may be NULL if there are none; it must be aligned to 8 bytes. They
   return GASNET_OK. A request waits until the network takes it, and runs handlers meanwhile. Misuse ends the run. */
int gasnet_request_short(gasnet_node_t node, gasnet_handler_t handler, unsigned count, const gasnet_handlerarg_t *arguments);
int gasnet_request_medium(gasnet_node_t node, gasnet_handler_t handler, const void *payload, size_t bytes, unsigned count,
                          const gasnet_handlerarg_t *arguments);
int gasnet_request_long(gasnet_node_t node, gasnet_handler_t handler, const void *payload, size_t bytes, void *destination,
                        unsigned count, const gasnet_handlerarg_t *arguments);
int gasnet_request_long_async(gasnet_node_t node, gasnet_handler_t handler, const void *payload, size_t bytes, void *destination,
                              unsigned count, const gasnet_handlerarg_t *arguments);
int gasnet_reply_short(gasnet_token_t token, gasnet_handler_t handler, unsigned count, const gasnet_handlerarg_t *arguments);
int gasnet_reply_medium(gasnet_token_t token, gasnet_handler_t handler, const void *payload, size_t bytes, unsigned count,
                        const gasnet_handlerarg_t *arguments);
int gasnet_reply_long(gasnet_token_t token, gasnet_handler_t handler, const void *payload, size_t bytes, void *destination,
                      unsigned count, const gasnet_handlerarg_t *arguments);

int gasnet_AMPoll(void);
int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *source);

#define GASNET_BLOCKUNTIL(condition) \
    do {                             \
        while (!(condition))         \
            gasnet_AMPoll();         \
    } while (0)

/* Arguments, each converted to gasnet_handlerarg_t, as an array. */
#define GASNET_ARGUMENTS(count, ...)                                                              \
    ((const struct {                                                                              \
        _Alignas(8) gasnet_handlerarg_t argument[count];                                          \
    }){{__VA_ARGS__}}                                                                             \
         .argument)
#define GASNET_ARGUMENT(value) ((gasnet_handlerarg_t)(value))

#define GASNET_ARGUMENTS_1(a0) 1, GASNET_ARGUMENTS(1, GASNET_ARGUMENT(a0))
#define GASNET_ARGUMENTS_2(a0, a1) 2, GASNET_ARGUMENTS(2, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1))
#define GASNET_ARGUMENTS_3(a0, a1, a2) 3, GASNET_ARGUMENTS(3, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2))
#define GASNET_ARGUMENTS_4(a0, a1, a2, a3) \
    4, GASNET_ARGUMENTS(4, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3))
#define GASNET_ARGUMENTS_5(a0, a1, a2, a3, a4) \
    5, GASNET_ARGUMENTS(5, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4))
#define GASNET_ARGUMENTS_6(a0, a1, a2, a3, a4, a5) \
    6, GASNET_ARGUMENTS(6, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5))
#define GASNET_ARGUMENTS_7(a0, a1, a2, a3, a4, a5, a6) \
    7, GASNET_ARGUMENTS(7, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6))
#define GASNET_ARGUMENTS_8(a0, a1, a2, a3, a4, a5, a6, a7) \
    8, GASNET_ARGUMENTS(8, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7))
#define GASNET_ARGUMENTS_9(a0, a1, a2, a3, a4, a5, a6, a7, a8) \
    9, GASNET_ARGUMENTS(9, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8))
#define GASNET_ARGUMENTS_10(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) \
    10, GASNET_ARGUMENTS(10, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9))
#define GASNET_ARGUMENTS_11(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10) \
    11, GASNET_ARGUMENTS(11, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9), GASNET_ARGUMENT(a10))
#define GASNET_ARGUMENTS_12(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11) \
    12, GASNET_ARGUMENTS(12, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9), GASNET_ARGUMENT(a10), GASNET_ARGUMENT(a11))
#define GASNET_ARGUMENTS_13(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12) \
    13, GASNET_ARGUMENTS(13, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9), GASNET_ARGUMENT(a10), GASNET_ARGUMENT(a11), \
                        GASNET_ARGUMENT(a12))
#define GASNET_ARGUMENTS_14(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13) \
    14, GASNET_ARGUMENTS(14, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9), GASNET_ARGUMENT(a10), GASNET_ARGUMENT(a11), \
                        GASNET_ARGUMENT(a12), GASNET_ARGUMENT(a13))
#define GASNET_ARGUMENTS_15(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14) \
    15, GASNET_ARGUMENTS(15, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9), GASNET_ARGUMENT(a10), GASNET_ARGUMENT(a11), \
                        GASNET_ARGUMENT(a12), GASNET_ARGUMENT(a13), GASNET_ARGUMENT(a14))
#define GASNET_ARGUMENTS_16(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15) \
    16, GASNET_ARGUMENTS(16, GASNET_ARGUMENT(a0), GASNET_ARGUMENT(a1), GASNET_ARGUMENT(a2), GASNET_ARGUMENT(a3), \
                        GASNET_ARGUMENT(a4), GASNET_ARGUMENT(a5), GASNET_ARGUMENT(a6), GASNET_ARGUMENT(a7), \
                        GASNET_ARGUMENT(a8), GASNET_ARGUMENT(a9), GASNET_ARGUMENT(a10), GASNET_ARGUMENT(a11), \
                        GASNET_ARGUMENT(a12), GASNET_ARGUMENT(a13), GASNET_ARGUMENT(a14), GASNET_ARGUMENT(a15))

/* Of the releases: functions in which `count` says how many arguments follow, from 0 to 16, each a gasnet_handlerarg_t. */
int gasnet_AMRequestShort(gasnet_node_t node, gasnet_handler_t handler, int count, ...);
int gasnet_AMRequestMedium(gasnet_node_t node, gasnet_handler_t handler, void *payload, size_t bytes, int count, ...);
int gasnet_AMRequestLong(gasnet_node_t node, gasnet_handler_t handler, void *payload, size_t bytes, void *destination, int count, ...);
int gasnet_AMRequestLongAsync(gasnet_node_t node, gasnet_handler_t handler, void *payload, size_t bytes, void *destination, int count,
                              ...);
int gasnet_AMReplyShort(gasnet_token_t token, gasnet_handler_t handler, int count, ...);
int gasnet_AMReplyMedium(gasnet_token_t token, gasnet_handler_t handler, void *payload, size_t bytes, int count, ...);
int gasnet_AMReplyLong(gasnet_token_t token, gasnet_handler_t handler, void *payload, size_t bytes, void *destination, int count, ...);

#define gasnet_AMRequestShort0(node, handler) gasnet_request_short((node), (handler), 0, NULL)
#define gasnet_AMRequestShort1(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMRequestShort2(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMRequestShort3(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMRequestShort4(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMRequestShort5(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMRequestShort6(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMRequestShort7(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMRequestShort8(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMRequestShort9(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMRequestShort10(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMRequestShort11(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMRequestShort12(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMRequestShort13(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMRequestShort14(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMRequestShort15(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMRequestShort16(node, handler, ...) \
    gasnet_request_short((node), (handler), GASNET_ARGUMENTS_16(__VA_ARGS__))

#define gasnet_AMRequestMedium0(node, handler, payload, bytes) \
    gasnet_request_medium((node), (handler), (payload), (bytes), 0, NULL)
#define gasnet_AMRequestMedium1(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMRequestMedium2(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMRequestMedium3(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMRequestMedium4(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMRequestMedium5(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMRequestMedium6(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMRequestMedium7(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMRequestMedium8(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMRequestMedium9(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMRequestMedium10(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMRequestMedium11(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMRequestMedium12(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMRequestMedium13(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMRequestMedium14(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMRequestMedium15(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMRequestMedium16(node, handler, payload, bytes, ...) \
    gasnet_request_medium((node), (handler), (payload), (bytes), GASNET_ARGUMENTS_16(__VA_ARGS__))

#define gasnet_AMRequestLong0(node, handler, payload, bytes, destination) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), 0, NULL)
#define gasnet_AMRequestLong1(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMRequestLong2(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMRequestLong3(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMRequestLong4(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMRequestLong5(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMRequestLong6(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMRequestLong7(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMRequestLong8(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMRequestLong9(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMRequestLong10(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMRequestLong11(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMRequestLong12(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMRequestLong13(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMRequestLong14(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMRequestLong15(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMRequestLong16(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_16(__VA_ARGS__))

/* The payload may be overwritten on return, as with gasnet_AMRequestLong. */
#define gasnet_AMRequestLongAsync0(node, handler, payload, bytes, destination) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), 0, NULL)
#define gasnet_AMRequestLongAsync1(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMRequestLongAsync2(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMRequestLongAsync3(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMRequestLongAsync4(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMRequestLongAsync5(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMRequestLongAsync6(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMRequestLongAsync7(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMRequestLongAsync8(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMRequestLongAsync9(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMRequestLongAsync10(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMRequestLongAsync11(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMRequestLongAsync12(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMRequestLongAsync13(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMRequestLongAsync14(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMRequestLongAsync15(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMRequestLongAsync16(node, handler, payload, bytes, destination, ...) \
    gasnet_request_long_async((node), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_16(__VA_ARGS__))

#define gasnet_AMReplyShort0(token, handler) gasnet_reply_short((token), (handler), 0, NULL)
#define gasnet_AMReplyShort1(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMReplyShort2(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMReplyShort3(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMReplyShort4(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMReplyShort5(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMReplyShort6(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMReplyShort7(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMReplyShort8(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMReplyShort9(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMReplyShort10(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMReplyShort11(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMReplyShort12(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMReplyShort13(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMReplyShort14(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMReplyShort15(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMReplyShort16(token, handler, ...) \
    gasnet_reply_short((token), (handler), GASNET_ARGUMENTS_16(__VA_ARGS__))

#define gasnet_AMReplyMedium0(token, handler, payload, bytes) gasnet_reply_medium((token), (handler), (payload), (bytes), 0, NULL)
#define gasnet_AMReplyMedium1(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMReplyMedium2(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMReplyMedium3(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMReplyMedium4(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMReplyMedium5(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMReplyMedium6(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMReplyMedium7(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMReplyMedium8(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMReplyMedium9(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMReplyMedium10(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMReplyMedium11(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMReplyMedium12(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMReplyMedium13(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMReplyMedium14(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMReplyMedium15(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMReplyMedium16(token, handler, payload, bytes, ...) \
    gasnet_reply_medium((token), (handler), (payload), (bytes), GASNET_ARGUMENTS_16(__VA_ARGS__))

#define gasnet_AMReplyLong0(token, handler, payload, bytes, destination) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), 0, NULL)
#define gasnet_AMReplyLong1(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_1(__VA_ARGS__))
#define gasnet_AMReplyLong2(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_2(__VA_ARGS__))
#define gasnet_AMReplyLong3(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_3(__VA_ARGS__))
#define gasnet_AMReplyLong4(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_4(__VA_ARGS__))
#define gasnet_AMReplyLong5(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_5(__VA_ARGS__))
#define gasnet_AMReplyLong6(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_6(__VA_ARGS__))
#define gasnet_AMReplyLong7(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_7(__VA_ARGS__))
#define gasnet_AMReplyLong8(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_8(__VA_ARGS__))
#define gasnet_AMReplyLong9(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_9(__VA_ARGS__))
#define gasnet_AMReplyLong10(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_10(__VA_ARGS__))
#define gasnet_AMReplyLong11(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_11(__VA_ARGS__))
#define gasnet_AMReplyLong12(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_12(__VA_ARGS__))
#define gasnet_AMReplyLong13(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_13(__VA_ARGS__))
#define gasnet_AMReplyLong14(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_14(__VA_ARGS__))
#define gasnet_AMReplyLong15(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_15(__VA_ARGS__))
#define gasnet_AMReplyLong16(token, handler, payload, bytes, destination, ...) \
    gasnet_reply_long((token), (handler), (payload), (bytes), (destination), GASNET_ARGUMENTS_16(__VA_ARGS__))

#endif
