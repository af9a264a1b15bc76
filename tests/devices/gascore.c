// Harts with GAScores, for platform gas-c: each node sends long requests to all nodes and to itself; handlers
// check the payload and reply. With MISTAKES = 1, each node then makes each mistake of a sender once.
#include <string.h>

#include "gascore.h"

enum { REQUEST = 130, REPLY = 131, BYTES = 260, ROUNDS = 5 };

static uint32_t node, nodes;
static uint32_t arrived[20][BYTES / 4];
static uint32_t outgoing[BYTES / 4];
static uint32_t handled, replies;

static uint32_t pattern(uint32_t from, uint32_t to, uint32_t round, uint32_t index)
{
    return from * 1000003 + to * 10007 + round * 101 + index;
}

static void handle_request(uint32_t token, uint32_t from, uint32_t round)
{
    CHECK(load(BASE + GASCORE_REG_SOURCE + 4 * token) == from);
    for (uint32_t index = 0; index < BYTES / 4; index++)
        CHECK(arrived[from][index] == pattern(from, node, round, index));
    uint32_t before = completed;
    put(REQUESTS, GASCORE_TYPE_SHORT | GASCORE_TYPE_REPLY | 2 << GASCORE_TYPE_ARGUMENTS_SHIFT | REPLY);
    put(REQUESTS, token);
    put(REQUESTS, node);
    put(REQUESTS, round);
    await_completion(before);
    handled++;
}

static void handle(void)
{
    uint32_t type = next_word(), token = next_word();
    switch (type & 0xffff) {
    case REQUEST: {
        CHECK(type == (GASCORE_TYPE_LONG | 2 << GASCORE_TYPE_ARGUMENTS_SHIFT | REQUEST));
        CHECK(next_word() == BYTES);
        uint32_t address = next_word(), from = next_word(), round = next_word();
        CHECK(address == (uint32_t)arrived[from]);
        handle_request(token, from, round);
        break;
    }
    case REPLY:
        next_word();
        next_word();
        replies++;
        break;
    default:
        CHECK(!"a handler that nobody has");
    }
    put(TOKENS, token);
}

static void request(uint32_t to, uint32_t round)
{
    for (uint32_t index = 0; index < BYTES / 4; index++)
        outgoing[index] = pattern(node, to, round, index);
    uint32_t before = completed;
    put(REQUESTS, GASCORE_TYPE_LONG | 2 << GASCORE_TYPE_ARGUMENTS_SHIFT | REQUEST);
    put(REQUESTS, to);
    put(REQUESTS, BYTES);
    put(REQUESTS, (uint32_t)outgoing);
    put(REQUESTS, (uint32_t)arrived[node]);
    put(REQUESTS, node);
    put(REQUESTS, round);
    await_completion(before);
}

static void mistakes(void)
{
    uint32_t rows[][3] = {
        {0x00000000, 0, GASCORE_REG_BAD_TYPE},
        {GASCORE_TYPE_SHORT, nodes, GASCORE_REG_BAD_NODE},
        {GASCORE_TYPE_SHORT | GASCORE_TYPE_REPLY, 0, GASCORE_REG_BAD_REPLY},
    };
    for (uint32_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        uint32_t before = completed;
        put(REQUESTS, rows[row][0]);
        put(REQUESTS, rows[row][1]);
        await_completion(before);
        CHECK(dropped == row + 1);
        CHECK(load(BASE + rows[row][2]) == 1);
    }
}

int main(void)
{
    node = load(BASE + GASCORE_REG_NODE);
    nodes = load(BASE + GASCORE_REG_NODES);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t step = 0; step < nodes; step++)
            request((node + step) % nodes, round);
        while (replies < (round + 1) * nodes || handled < (round + 1) * nodes)
            handle();
    }
    while (load(BASE + GASCORE_REG_TOKENS_USED) != 0)
        drain();
    if (MISTAKES)
        mistakes();
    if (node == 0)
        puts("ok");
    return 0;
}
