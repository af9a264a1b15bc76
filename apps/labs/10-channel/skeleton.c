// Lab 10: a channel between two nodes on the bare network interface, without MPI. Items go through a hardware queue, by credit.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Addresses of platform manycore (`rankine describe`, section map), and the uses of the scratchpad's lines.
enum { REGISTERS = 0x2000000, TAGS = 0x4000000, SCRATCHPAD = 0x8000000, LINE = 64 };
enum { QUEUE_LINE = 0, COMMAND_LINE = 1, CREDIT_LINE = 2, BODY_LINE = 8 };

// Names and numbers of docs/registers/ni.md that this program needs. Words of a line have 8 bytes.
enum { NI_REG_NODE = 0, NI_REG_NODES = 4, NI_REG_ERR = 8 };
enum { NI_TAG_COMMAND = 3, NI_TAG_QUEUE = 4 };
enum { NI_CMD_HEAD = 0, NI_CMD_MSG_DST = 1, NI_CMD_MSG_ACK = 2, NI_CMD_MSG_DATA = 3, NI_OP_MESSAGE = 3, NI_CMD_OPCODE_SHIFT = 24 };
enum { NI_QUEUE_TAIL = 0, NI_QUEUE_HEAD = 1, NI_QUEUE_CONFIG = 2, NI_QUEUE_BODY = 3, NI_QUEUE_DROPPED = 4 };
enum { NI_QUEUE_SLOT_WORDS_SHIFT = 8 };

enum { WORDS = 4, LOG2_SLOTS = 3, SLOTS = 1 << LOG2_SLOTS };

// One end of the channel. `granted` counts all items that the other end may ever send here; `sent` counts those sent from here.
struct channel {
    unsigned peer;
    uint64_t sent, received, granted;
};

static uint32_t load_register(unsigned offset)
{
    return *(volatile uint32_t *)(uintptr_t)(REGISTERS + offset);
}

static void set_type(unsigned line, uint32_t type)
{
    *(volatile uint32_t *)(uintptr_t)(TAGS + 4 * line) = type;
}

// The local address of a word of a scratchpad line.
static uintptr_t word(unsigned line, unsigned index)
{
    return SCRATCHPAD + line * LINE + 8 * index;
}

// The address at which all nodes reach a local address of `node`.
static uintptr_t at_node(unsigned node, uintptr_t address)
{
    return ((uintptr_t)node + 1) << 32 | address;
}

static uint64_t load(uintptr_t address)
{
    return *(volatile uint64_t *)address;
}

static void store(uintptr_t address, uint64_t value)
{
    *(volatile uint64_t *)address = value;
}

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    exit(10 + number);
}

// Makes a queue of SLOTS slots of WORDS words, whose body begins at line BODY_LINE, and a command buffer. When both are ready,
// the other side may begin to send: task 4.
static void channel_open(struct channel *channel, unsigned node)
{
    gap(1, "channel_open: a queue and a command buffer");
    (void)set_type, (void)store, (void)channel, (void)node;
}

// Sends an item of WORDS words.
static void channel_send(struct channel *channel, const uint64_t *item)
{
    gap(2, "channel_send: a message to the queue of the other side");
    (void)at_node, (void)channel, (void)item;
}

// Waits for an item and takes it.
static void channel_receive(struct channel *channel, uint64_t *item)
{
    gap(3, "channel_receive: the oldest item of the queue");
    (void)channel, (void)item;
}

static uint64_t cycles(void)
{
    uint64_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

static void compute(uint64_t for_cycles)
{
    uint64_t begin = cycles();
    while (cycles() - begin < for_cycles)
        ;
}

// The next number of a sequence without a pattern.
static uint64_t next_number(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return *state >> 20;
}

// Node 0 sends `count` items, which depend on the seed. Node 1 takes one every `pause` cycles and checks contents and order.
// Prints a digest of what has come. Returns the number of wrong items.
static int stream(struct channel *channel, unsigned node, unsigned count, unsigned pause, uint64_t seed)
{
    uint64_t digest = 0;
    int wrong = 0;
    for (unsigned number = 0; number < count; number++) {
        uint64_t expected[WORDS], item[WORDS] = {0};
        for (unsigned i = 0; i < WORDS; i++)
            expected[i] = next_number(&seed);
        if (node == 0) {
            channel_send(channel, expected);
            continue;
        }
        compute(pause);
        channel_receive(channel, item);
        wrong += memcmp(item, expected, sizeof item) != 0;
        for (unsigned i = 0; i < WORDS; i++)
            digest = digest * 31 + item[i];
    }
    if (node == 1)
        printf("channel: %u items, digest %llu, %d wrong, %u lost\n", count, (unsigned long long)digest, wrong,
               (unsigned)load(word(QUEUE_LINE, NI_QUEUE_DROPPED)));
    return wrong;
}

// An item goes to and fro, and each node changes it. Prints its value at the end, and the cycles of half a round trip.
static int ping_pong(struct channel *channel, unsigned node, unsigned rounds, uint64_t seed)
{
    uint64_t item[WORDS] = {node == 0 ? seed : 0}, begin = 0;
    for (unsigned round = 0; round < 2 * rounds; round++) {
        if (round == rounds) // the first half fills the caches
            begin = cycles();
        if (node == 0)
            channel_send(channel, item);
        channel_receive(channel, item);
        item[0] = item[0] * 31 + node + 1;
        if (node == 1)
            channel_send(channel, item);
    }
    if (node == 0)
        printf("channel: value %llu, %.1f cycles\n", (unsigned long long)item[0], (double)(cycles() - begin) / rounds / 2);
    return 0;
}

int main(int argc, char **argv)
{
    unsigned node = load_register(NI_REG_NODE), nodes = load_register(NI_REG_NODES);
    unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 100, pause = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    uint64_t seed = argc > 4 ? (uint64_t)atoi(argv[4]) : 1;
    int is_stream = argc > 1 && strcmp(argv[1], "stream") == 0;
    if (nodes != 2 || argc < 2 || count < 1 || (!is_stream && strcmp(argv[1], "pingpong") != 0)) {
        if (node == 0)
            printf("usage: channel stream|pingpong [COUNT [PAUSE [SEED]]]\n"
                   "  COUNT  items, or round trips (default 100)\n"
                   "  PAUSE  cycles before each receive of stream (default 0)\n"
                   "  SEED   other items (default 1); needs two nodes\n");
        return 2;
    }
    struct channel channel;
    channel_open(&channel, node);
    int wrong = is_stream ? stream(&channel, node, count, pause, seed) : ping_pong(&channel, node, count, seed);
    uint32_t errors = load_register(NI_REG_ERR);
    if (errors != 0)
        fprintf(stderr, "channel: node %u has errors 0x%x\n", node, (unsigned)errors);
    return wrong != 0 || errors != 0;
}
