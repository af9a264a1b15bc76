// Makes every mistake that the register page names, one after the other on one machine. Each sets its bit in NI_ERR and
// changes nothing else, and the next operation works. Node 0 makes the mistakes; node 1 sees the errors that arise there.
#include "sarc.h"

enum {
    FIRST = 3 * SETS,
    COMMAND = FIRST,
    COUNTER,
    QUEUE,
    READERS,
    PLAIN,
    FLAG,
    BODY = FIRST + 8,
    DATA = FIRST + 16,
    TARGET = FIRST + 200,
    CACHED = 100,  // a line that belongs to the cache
};

#define HEAD(opcode, size) ((uint32_t)(opcode) << NI_CMD_OPCODE_SHIFT | (size))

// If the buffer is busy, the store of the last word waits. A load shows whether the buffer is idle.
static void give(uint32_t head, uint32_t first, uint32_t second, uint32_t third)
{
    store(word(COMMAND, 3), third);
    store(word(COMMAND, 2), second);
    store(word(COMMAND, 1), first);
    store(word(COMMAND, 0), head);
}

static void idle(void)
{
    while (load(word(COMMAND, 0)) != 0)
        ;
}

// After any mistake, a correct transfer works.
static void still_works(void)
{
    static uint32_t serial;
    store(word(DATA, 0), ++serial);
    store(word(FLAG, 0), 0);
    store(word(COUNTER, NI_COUNTER_NOTIFY), word(FLAG, 0));
    store(word(COUNTER, NI_COUNTER_VALUE), (uint32_t)-64);
    give(HEAD(NI_OP_RDMA_WRITE, 64), word(DATA, 0), word(TARGET, 0), word(COUNTER, 0));
    while (load(word(FLAG, 0)) != 1)
        ;
    CHECK(load(word(TARGET, 0)) == serial);
    CHECK(errors() == 0);
}

static void descriptors(void)
{
    uint32_t good = at_node(1, word(TARGET, 0)), end = SCRATCHPAD + 4 * WAY, memory = 0x80100000;
    uint32_t rows[][4] = {
        {HEAD(NI_OP_RDMA_WRITE, 0), word(DATA, 0), good, 0},
        {HEAD(0, 8), word(DATA, 0), good, 0},
        {HEAD(5, 8), word(DATA, 0), good, 0},
        {HEAD(0xff, 8), word(DATA, 0), good, 0},
        {HEAD(NI_OP_MESSAGE, 24), good, 0, 1},
        {HEAD(NI_OP_MESSAGE, 2), good, 0, 1},
        {HEAD(NI_OP_DEQUEUE, 0), word(READERS, 0), word(PLAIN, 0), 0},
        {HEAD(NI_OP_DEQUEUE, 4), word(READERS, 1), word(PLAIN, 0), 0},
        {HEAD(NI_OP_DEQUEUE, 4), word(READERS, 0), end - 2, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), 0x40, good, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), end - 4, good, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), memory, good, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), TAGS, good, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), REGISTERS, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), at_node(2, word(TARGET, 0)), 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), 0xfffffffc, 0},
        {HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), good, word(COUNTER, 1)},
        {HEAD(NI_OP_RDMA_READ, 8), good, word(TARGET, 0), 3},
    };
    for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++) {
        give(rows[row][0], rows[row][1], rows[row][2], rows[row][3]);
        CHECK(load(word(COMMAND, 0)) == 0);
        expect_error(NI_ERR_BAD_DESC);
        still_works();
    }
    // Source and destination need no alignment.
    store(word(DATA, 0), 0x44332211);
    store(word(TARGET, 0), 0);
    give(HEAD(NI_OP_RDMA_WRITE, 2), word(DATA, 0) + 1, word(TARGET, 0) + 2, 0);
    while (load(word(TARGET, 0)) != 0x33220000)
        ;
    still_works();
}

static void busy_buffer(void)
{
    for (unsigned i = 0; i < 1024; i++)
        store(word(DATA, i), i);
    give(HEAD(NI_OP_RDMA_WRITE, 4000), word(DATA, 0), word(TARGET, 0), 0);
    give(HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 1020), word(TARGET, 1020), 0);
    while (load(word(TARGET, 1021)) != 1021)
        ;
    for (unsigned i = 0; i < 1000; i++)
        CHECK(load(word(TARGET, i)) == i);
    still_works();
}

static void overshoot(void)
{
    store(word(FLAG, 0), 0);
    store(word(COUNTER, NI_COUNTER_VALUE), (uint32_t)-32);
    give(HEAD(NI_OP_RDMA_WRITE, 64), word(DATA, 0), word(TARGET, 0), word(COUNTER, 0));
    expect_error(NI_ERR_CNT_OVERSHOOT);
    CHECK(load(word(COUNTER, NI_COUNTER_VALUE)) == 32 && load(word(FLAG, 0)) == 0);
    still_works();
}

static void tags(void)
{
    enum { SET = 7 };
    for (unsigned way = 2; way > 0; way--)
        set_type(way * SETS + SET, NI_TAG_SCRATCHPAD);
    set_type(SET, NI_TAG_SCRATCHPAD);
    expect_error(NI_ERR_TAG_LASTWAY);
    CHECK(type_of(SET) == NI_TAG_CACHE);
    for (unsigned way = 2; way > 0; way--)
        set_type(way * SETS + SET, NI_TAG_CACHE);
    uint32_t unknown[] = {6, 0x11, 0xffffffff};
    for (unsigned row = 0; row < sizeof unknown / sizeof *unknown; row++) {
        set_type(PLAIN, unknown[row]);
        expect_error(NI_ERR_BAD_TAG);
        CHECK(type_of(PLAIN) == NI_TAG_SCRATCHPAD);
    }
    store(at_node(1, TAGS + 4 * FLAG), NI_TAG_COUNTER);
    expect_error(NI_ERR_BAD_TAG);
    still_works();
}

static void send(uint32_t destination, uint32_t value)
{
    give(HEAD(NI_OP_MESSAGE, 4), destination, 0, value);
    idle();
}

static void read_queue(uint32_t response)
{
    give(HEAD(NI_OP_DEQUEUE, 4), word(READERS, 0), response, 0);
    idle();
}

// A single-reader queue with two slots of one word.
static void queue(void)
{
    set_type(QUEUE, NI_TAG_QUEUE);
    store(word(QUEUE, NI_QUEUE_CONFIG), 1 << NI_QUEUE_LOG2_SLOTS_SHIFT | 1 << NI_QUEUE_SLOT_WORDS_SHIFT);
    store(word(QUEUE, NI_QUEUE_BODY), word(BODY, 0));
    for (unsigned value = 1; value <= 3; value++)
        send(word(QUEUE, 0), value);
    expect_error(NI_ERR_QUEUE_DROP);
    CHECK(load(word(QUEUE, NI_QUEUE_TAIL)) == 2 && load(word(QUEUE, NI_QUEUE_DROPPED)) == 1);
    CHECK(load(word(BODY, 0)) == 1 && load(word(BODY, 1)) == 2);
    give(HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), word(QUEUE, 0), 0);
    expect_error(NI_ERR_QUEUE_SIZE);
    store(word(QUEUE, NI_QUEUE_HEAD), 2);
    store(word(QUEUE, NI_QUEUE_BODY), 0x40);
    send(word(QUEUE, 0), 4);
    expect_error(NI_ERR_BAD_STORE);
    CHECK(load(word(QUEUE, NI_QUEUE_TAIL)) == 2);
    still_works();
}

// A multi-reader queue with two slots of one word: too many items, then too many readers.
static void multi_reader_queue(void)
{
    set_type(READERS, NI_TAG_MRQUEUE);
    read_queue(word(PLAIN, 0));
    expect_error(NI_ERR_QUEUE_SIZE);
    store(word(READERS, NI_MRQUEUE_CONFIG), 1 << NI_MRQUEUE_LOG2_SLOTS_SHIFT | 1 << NI_MRQUEUE_ITEM_WORDS_SHIFT);
    read_queue(word(PLAIN, 0));
    expect_error(NI_ERR_BAD_STORE);
    store(word(READERS, NI_MRQUEUE_BODY), word(BODY, 0));
    for (unsigned value = 1; value <= 3; value++)
        send(word(READERS, 0), value);
    expect_error(NI_ERR_QUEUE_DROP);
    for (unsigned index = 0; index < 4; index++)
        read_queue(word(PLAIN, index));
    while (load(word(PLAIN, 1)) != 2)
        ;
    CHECK(load(word(PLAIN, 0)) == 1);
    read_queue(word(PLAIN, 4));
    expect_error(NI_ERR_QUEUE_DROP);
    send(word(READERS, 0), 3);
    send(word(READERS, 0), 4);
    while (load(word(PLAIN, 3)) != 4)
        ;
    CHECK(load(word(PLAIN, 2)) == 3 && load(word(PLAIN, 4)) == 0);
    CHECK(load(word(READERS, NI_MRQUEUE_TAIL)) == 4 && load(word(READERS, NI_MRQUEUE_HEAD)) == 4);
    CHECK(load(word(READERS, NI_MRQUEUE_DROPPED)) == 3);
    give(HEAD(NI_OP_DEQUEUE, 4), word(PLAIN, 0), word(PLAIN, 1), 0);
    expect_error(NI_ERR_BAD_STORE);
    still_works();
}

static void arrivals(void)
{
    uint32_t refused[] = {word(COUNTER, 0), word(COMMAND, 0), word(CACHED, 0)};
    for (unsigned row = 0; row < sizeof refused / sizeof *refused; row++) {
        give(HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), refused[row], 0);
        expect_error(NI_ERR_BAD_STORE);
    }
    give(HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), word(TARGET, 0), word(PLAIN, 0));
    expect_error(NI_ERR_BAD_STORE);
    uint32_t nowhere[] = {0x40, TAGS, REGISTERS + NI_REG_ERR, word(COMMAND, 1)};
    for (unsigned row = 0; row < sizeof nowhere / sizeof *nowhere; row++) {
        store(word(COUNTER, NI_COUNTER_NOTIFY), nowhere[row]);
        store(word(COUNTER, NI_COUNTER_VALUE), (uint32_t)-1);
        store(word(COUNTER, NI_COUNTER_ADD), 1);
        expect_error(NI_ERR_BAD_STORE);
    }
    still_works();
}

// The user word of a mutex holds the step that the nodes have reached. It needs no other setup.
static void tell(unsigned step)
{
    store(MUTEXES + MUTEX_REG_USER, step);
}

static void await(unsigned step)
{
    while (load(MUTEXES + MUTEX_REG_USER) != step)
        ;
}

// Node 0's part of the errors that arise at node 1, whose cache lines no other node can access.
static void at_the_other_node(void)
{
    await(1);
    store(at_node(1, word(CACHED, 0)), 5);
    await(2);
    give(HEAD(NI_OP_RDMA_WRITE, 8), word(DATA, 0), at_node(1, word(CACHED, 0)), 0);
    await(3);
    give(HEAD(NI_OP_RDMA_READ, 8), at_node(1, word(CACHED, 0)), word(TARGET, 0), 0);
    await(4);
    CHECK(errors() == 0);
    still_works();
}

static void node_1(void)
{
    tell(1);
    expect_error(NI_ERR_BAD_STORE);
    tell(2);
    expect_error(NI_ERR_BAD_STORE);
    tell(3);
    expect_error(NI_ERR_BAD_DESC);
    CHECK(type_of(FLAG) == NI_TAG_CACHE);
    tell(4);
}

static void node_0(void)
{
    for (unsigned line = FIRST; line < FIRST + SETS; line++)
        set_type(line, NI_TAG_SCRATCHPAD);
    set_type(COMMAND, NI_TAG_COMMAND);
    set_type(COUNTER, NI_TAG_COUNTER);
    still_works();
    descriptors();
    busy_buffer();
    overshoot();
    tags();
    queue();
    multi_reader_queue();
    arrivals();
    at_the_other_node();
    puts("ok");
}

int main(void)
{
    if (load(REGISTERS + NI_REG_NODE) == 0)
        node_0();
    else
        node_1();
    return 0;
}
