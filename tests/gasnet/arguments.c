// Sends 0 to 16 arguments in all categories of active messages, as requests and as replies, to every node: with the
// macros for a fixed number, and with the functions that take the number (for replies, on nodes with an odd number).
#include "check.h"

enum { ARGUMENTS = 16, PAYLOAD = 512, FIRST = 128, REPLIES = FIRST + 3 * (ARGUMENTS + 1) };

static int replies;  // correct replies that have arrived

// Argument `i` of a message with `count` arguments: small values, negative values, and all bits.
static gasnet_handlerarg_t value(int i, int count)
{
    return (gasnet_handlerarg_t)((unsigned)i * 0x9e3779b9u ^ (unsigned)count << 5);
}

static void check_arguments(const gasnet_handlerarg_t *a, int count)
{
    for (int i = 0; i < count; i++)
        CHECK(a[i] == value(i, count));
}

// Lists of so many arguments: a handler's parameters, their names, and the values to send.
#define PARAMETERS_0
#define PARAMETERS_1 PARAMETERS_0, gasnet_handlerarg_t a0
#define PARAMETERS_2 PARAMETERS_1, gasnet_handlerarg_t a1
#define PARAMETERS_3 PARAMETERS_2, gasnet_handlerarg_t a2
#define PARAMETERS_4 PARAMETERS_3, gasnet_handlerarg_t a3
#define PARAMETERS_5 PARAMETERS_4, gasnet_handlerarg_t a4
#define PARAMETERS_6 PARAMETERS_5, gasnet_handlerarg_t a5
#define PARAMETERS_7 PARAMETERS_6, gasnet_handlerarg_t a6
#define PARAMETERS_8 PARAMETERS_7, gasnet_handlerarg_t a7
#define PARAMETERS_9 PARAMETERS_8, gasnet_handlerarg_t a8
#define PARAMETERS_10 PARAMETERS_9, gasnet_handlerarg_t a9
#define PARAMETERS_11 PARAMETERS_10, gasnet_handlerarg_t a10
#define PARAMETERS_12 PARAMETERS_11, gasnet_handlerarg_t a11
#define PARAMETERS_13 PARAMETERS_12, gasnet_handlerarg_t a12
#define PARAMETERS_14 PARAMETERS_13, gasnet_handlerarg_t a13
#define PARAMETERS_15 PARAMETERS_14, gasnet_handlerarg_t a14
#define PARAMETERS_16 PARAMETERS_15, gasnet_handlerarg_t a15
#define NAMES_0 0
#define NAMES_1 NAMES_0, a0
#define NAMES_2 NAMES_1, a1
#define NAMES_3 NAMES_2, a2
#define NAMES_4 NAMES_3, a3
#define NAMES_5 NAMES_4, a4
#define NAMES_6 NAMES_5, a5
#define NAMES_7 NAMES_6, a6
#define NAMES_8 NAMES_7, a7
#define NAMES_9 NAMES_8, a8
#define NAMES_10 NAMES_9, a9
#define NAMES_11 NAMES_10, a10
#define NAMES_12 NAMES_11, a11
#define NAMES_13 NAMES_12, a12
#define NAMES_14 NAMES_13, a13
#define NAMES_15 NAMES_14, a14
#define NAMES_16 NAMES_15, a15
#define VALUES_0(count)
#define VALUES_1(count) VALUES_0(count), value(0, count)
#define VALUES_2(count) VALUES_1(count), value(1, count)
#define VALUES_3(count) VALUES_2(count), value(2, count)
#define VALUES_4(count) VALUES_3(count), value(3, count)
#define VALUES_5(count) VALUES_4(count), value(4, count)
#define VALUES_6(count) VALUES_5(count), value(5, count)
#define VALUES_7(count) VALUES_6(count), value(6, count)
#define VALUES_8(count) VALUES_7(count), value(7, count)
#define VALUES_9(count) VALUES_8(count), value(8, count)
#define VALUES_10(count) VALUES_9(count), value(9, count)
#define VALUES_11(count) VALUES_10(count), value(10, count)
#define VALUES_12(count) VALUES_11(count), value(11, count)
#define VALUES_13(count) VALUES_12(count), value(12, count)
#define VALUES_14(count) VALUES_13(count), value(13, count)
#define VALUES_15(count) VALUES_14(count), value(14, count)
#define VALUES_16(count) VALUES_15(count), value(15, count)

#define CHECK_ARGUMENTS(n) check_arguments((const gasnet_handlerarg_t[]){NAMES_##n} + 1, n)

// Defines the handlers and the messages with `n` arguments. GASNet's macros accept
// an argument list made by another macro only through one more macro, SEND.
#define SEND(call, ...) call(__VA_ARGS__)
#define WITH_ARGUMENTS(n)                                                                                                        \
    static void short_reply##n(gasnet_token_t token PARAMETERS_##n)                                                              \
    {                                                                                                                            \
        (void)token;                                                                                                             \
        CHECK_ARGUMENTS(n);                                                                                                      \
        replies++;                                                                                                               \
    }                                                                                                                            \
    static void payload_reply##n(gasnet_token_t token, void *buffer, size_t bytes PARAMETERS_##n)                                \
    {                                                                                                                            \
        (void)token;                                                                                                             \
        CHECK_ARGUMENTS(n);                                                                                                      \
        CHECK(filled(buffer, bytes, n));                                                                                         \
        replies++;                                                                                                               \
    }                                                                                                                            \
    static void short_request##n(gasnet_token_t token PARAMETERS_##n)                                                            \
    {                                                                                                                            \
        CHECK_ARGUMENTS(n);                                                                                                      \
        if (rank % 2 == 0)                                                                                                       \
            CHECK(SEND(gasnet_AMReplyShort##n, token, REPLIES + 2 * n VALUES_##n(n)) == GASNET_OK);                              \
        else                                                                                                                     \
            CHECK(gasnet_AMReplyShort(token, REPLIES + 2 * n, n VALUES_##n(n)) == GASNET_OK);                                    \
    }                                                                                                                            \
    static void medium_request##n(gasnet_token_t token, void *buffer, size_t bytes PARAMETERS_##n)                               \
    {                                                                                                                            \
        CHECK_ARGUMENTS(n);                                                                                                      \
        CHECK(filled(buffer, bytes, n) && (uintptr_t)buffer % 16 == 0);                                                          \
        if (rank % 2 == 0)                                                                                                       \
            CHECK(SEND(gasnet_AMReplyMedium##n, token, REPLIES + 2 * n + 1, buffer, bytes VALUES_##n(n)) == GASNET_OK);          \
        else                                                                                                                     \
            CHECK(gasnet_AMReplyMedium(token, REPLIES + 2 * n + 1, buffer, bytes, n VALUES_##n(n)) == GASNET_OK);                \
    }                                                                                                                            \
    static void long_request##n(gasnet_token_t token, void *buffer, size_t bytes PARAMETERS_##n)                                 \
    {                                                                                                                            \
        gasnet_node_t source;                                                                                                    \
        CHECK_ARGUMENTS(n);                                                                                                      \
        CHECK(gasnet_AMGetMsgSource(token, &source) == GASNET_OK);                                                               \
        CHECK(bytes == 0 || (buffer == at(rank, 0) && filled(buffer, bytes, n)));                                                \
        unsigned char *to = at(source, PAYLOAD * (1 + rank));                                                                    \
        if (rank % 2 == 0)                                                                                                       \
            CHECK(SEND(gasnet_AMReplyLong##n, token, REPLIES + 2 * n + 1, buffer, bytes, to VALUES_##n(n)) == GASNET_OK);        \
        else                                                                                                                     \
            CHECK(gasnet_AMReplyLong(token, REPLIES + 2 * n + 1, buffer, bytes, to, n VALUES_##n(n)) == GASNET_OK);              \
    }                                                                                                                            \
    static void try##n(unsigned node, const void *payload, size_t bytes)                                                         \
    {                                                                                                                            \
        int before = replies;                                                                                                    \
        CHECK(SEND(gasnet_AMRequestShort##n, node, FIRST + 3 * n VALUES_##n(n)) == GASNET_OK);                                   \
        CHECK(SEND(gasnet_AMRequestMedium##n, node, FIRST + 3 * n + 1, payload, bytes VALUES_##n(n)) == GASNET_OK);              \
        GASNET_BLOCKUNTIL(replies == before + 2);                                                                                \
        CHECK(SEND(gasnet_AMRequestLong##n, node, FIRST + 3 * n + 2, payload, bytes, at(node, 0) VALUES_##n(n)) == GASNET_OK);   \
        GASNET_BLOCKUNTIL(replies == before + 3);                                                                                \
        CHECK(SEND(gasnet_AMRequestLongAsync##n, node, FIRST + 3 * n + 2, payload, bytes, at(node, 0) VALUES_##n(n)) == GASNET_OK);\
        GASNET_BLOCKUNTIL(replies == before + 4);                                                                                \
        void *same = (void *)payload;                                                                                            \
        CHECK(gasnet_AMRequestShort(node, FIRST + 3 * n, n VALUES_##n(n)) == GASNET_OK);                                         \
        CHECK(gasnet_AMRequestMedium(node, FIRST + 3 * n + 1, same, bytes, n VALUES_##n(n)) == GASNET_OK);                       \
        GASNET_BLOCKUNTIL(replies == before + 6);                                                                                \
        CHECK(gasnet_AMRequestLong(node, FIRST + 3 * n + 2, same, bytes, at(node, 0), n VALUES_##n(n)) == GASNET_OK);            \
        GASNET_BLOCKUNTIL(replies == before + 7);                                                                                \
        CHECK(gasnet_AMRequestLongAsync(node, FIRST + 3 * n + 2, same, bytes, at(node, 0), n VALUES_##n(n)) == GASNET_OK);       \
        GASNET_BLOCKUNTIL(replies == before + 8);                                                                                \
    }

WITH_ARGUMENTS(0)
WITH_ARGUMENTS(1)
WITH_ARGUMENTS(2)
WITH_ARGUMENTS(3)
WITH_ARGUMENTS(4)
WITH_ARGUMENTS(5)
WITH_ARGUMENTS(6)
WITH_ARGUMENTS(7)
WITH_ARGUMENTS(8)
WITH_ARGUMENTS(9)
WITH_ARGUMENTS(10)
WITH_ARGUMENTS(11)
WITH_ARGUMENTS(12)
WITH_ARGUMENTS(13)
WITH_ARGUMENTS(14)
WITH_ARGUMENTS(15)
WITH_ARGUMENTS(16)

#define TABLE(n)                                                                                                                 \
    {FIRST + 3 * n, short_request##n}, {FIRST + 3 * n + 1, medium_request##n}, {FIRST + 3 * n + 2, long_request##n},             \
        {REPLIES + 2 * n, short_reply##n}, {REPLIES + 2 * n + 1, payload_reply##n}

static gasnet_handlerentry_t table[] = {
    TABLE(0), TABLE(1), TABLE(2), TABLE(3), TABLE(4), TABLE(5),
    TABLE(6), TABLE(7), TABLE(8), TABLE(9), TABLE(10), TABLE(11),
    TABLE(12), TABLE(13), TABLE(14), TABLE(15), TABLE(16),
};

static void (*const tries[])(unsigned, const void *, size_t) = {
    try0, try1, try2, try3, try4, try5, try6, try7, try8, try9, try10, try11, try12, try13, try14, try15, try16,
};

int main(int argc, char **argv)
{
    static unsigned char payload[PAYLOAD];
    static const size_t lengths[] = {0, 1, 7, 16, 48, 150, 240, PAYLOAD};
    begin(&argc, &argv, table, sizeof table / sizeof table[0], 16 * GASNET_PAGESIZE);
    // One node sends at a time, because all Long payloads to a node use the same place.
    for (unsigned turn = 0; turn < size; turn++) {
        for (unsigned to = 0; turn == rank && to < size; to++) {
            for (int count = 0; count <= ARGUMENTS; count++) {
                fill(payload, sizeof payload, count);
                tries[count](to, payload, lengths[(count + to) % 8]);
            }
        }
        barrier();
    }
    CHECK(replies == (int)(size * 8 * (ARGUMENTS + 1)));
    end();
}
