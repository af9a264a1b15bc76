// Measures the cost of writing words into another node's scratchpad by remote stores, by a
// message and by RDMA write (Katsamani 2010 §3.1.2): cycles of half a round trip, and cycles of
// the send itself. The words come from the sender's scratchpad, or from a register of its hart.
//
// rankine run -q -n 2 --platform sarc tests/devices/transfers.c
#include "sarc.h"

enum { FIRST = 3 * SETS, COMMAND = FIRST, SOURCE = FIRST + 8, TARGET = FIRST + 200, ROUNDS = 40, MOST_OF_MESSAGE = 5 };

// Numbers of words to send: all that fit a message, then some larger ones.
static const unsigned sizes[] = {1, 2, 3, 4, 5, 8, 16, 32, 64, 128};
enum { SIZES = sizeof sizes / sizeof *sizes };

enum place { IN_SCRATCHPAD, IN_REGISTER };

static inline uint32_t value_of(enum place place, unsigned index, uint32_t value)
{
    return place == IN_REGISTER ? value : load(word(SOURCE, index));
}

static inline void send_by_stores(enum place place, unsigned peer, unsigned words, uint32_t value)
{
    uint32_t to = at_node(peer, word(TARGET, 0));
    for (unsigned i = 0; i < words; i++)
        store(to + 4 * i, value_of(place, i, value));
}

static inline void send_by_message(enum place place, unsigned peer, unsigned words, uint32_t value)
{
    for (unsigned i = 0; i < words; i++)
        store(word(COMMAND, NI_CMD_MSG_DATA + i), value_of(place, i, value));
    store(word(COMMAND, NI_CMD_MSG_DST), at_node(peer, word(TARGET, 0)));
    store(word(COMMAND, NI_CMD_MSG_ACK), 0);
    store(word(COMMAND, NI_CMD_HEAD), (uint32_t)NI_OP_MESSAGE << NI_CMD_OPCODE_SHIFT | 4 * words);
}

// Words from a register are stored in the scratchpad first.
static inline void send_by_rdma(enum place place, unsigned peer, unsigned words, uint32_t value)
{
    for (unsigned i = 0; place == IN_REGISTER && i < words; i++)
        store(word(SOURCE, i), value);
    store(word(COMMAND, NI_CMD_SRC), word(SOURCE, 0));
    store(word(COMMAND, NI_CMD_DST), at_node(peer, word(TARGET, 0)));
    store(word(COMMAND, NI_CMD_ACK), 0);
    store(word(COMMAND, NI_CMD_HEAD), (uint32_t)NI_OP_RDMA_WRITE << NI_CMD_OPCODE_SHIFT | 4 * words);
}

#define SENDER(name, send, place)                                       \
    static void name(unsigned peer, unsigned words, uint32_t value)     \
    {                                                                   \
        send(place, peer, words, value);                                \
    }
SENDER(stores_of_scratchpad, send_by_stores, IN_SCRATCHPAD)
SENDER(message_of_scratchpad, send_by_message, IN_SCRATCHPAD)
SENDER(rdma_of_scratchpad, send_by_rdma, IN_SCRATCHPAD)
SENDER(stores_of_register, send_by_stores, IN_REGISTER)
SENDER(message_of_register, send_by_message, IN_REGISTER)
SENDER(rdma_of_register, send_by_rdma, IN_REGISTER)

enum { WAYS = 3 };

static const struct {
    const char *name;
    void (*send[WAYS])(unsigned peer, unsigned words, uint32_t value); // stores, message, RDMA
} places[] = {
    {"scratchpad", {stores_of_scratchpad, message_of_scratchpad, rdma_of_scratchpad}},
    {"register", {stores_of_register, message_of_register, rdma_of_register}},
};
enum { PLACES = sizeof places / sizeof *places };

static void wait_for(unsigned words, uint32_t value)
{
    while (load(word(TARGET, words - 1)) != value)
        ;
}

// Half a round trip, and the send itself, in hundredths of cycles. The first half of the rounds does not count.
static void measure(void (*send)(unsigned, unsigned, uint32_t), unsigned node, unsigned words, uint32_t *half, uint32_t *of_send)
{
    static uint32_t serial;
    uint32_t begin = 0, sending = 0;
    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
        if (round == ROUNDS)
            begin = cycles(), sending = 0;
        serial++;
        if (node == 1)
            wait_for(words, serial);
        store(word(SOURCE, words - 1), serial);
        uint32_t before = cycles();
        send(1 - node, words, serial);
        sending += cycles() - before;
        if (node == 0)
            wait_for(words, serial);
    }
    *half = (cycles() - begin) * 50 / ROUNDS;
    *of_send = sending * 100 / ROUNDS;
}

// No measured time is 0, so 0 stands for a missing value.
static void print(uint32_t hundredths)
{
    if (hundredths == 0)
        printf("         -");
    else
        printf(" %6u.%02u", (unsigned)(hundredths / 100), (unsigned)(hundredths % 100));
}

// Prints the line for so many words. A message cannot hold more than five.
static void print_line(unsigned place, unsigned node, unsigned words)
{
    uint32_t half[WAYS] = {0}, of_send[WAYS] = {0};
    for (unsigned way = 0; way < WAYS; way++) {
        if (way != 1 || words <= MOST_OF_MESSAGE)
            measure(places[place].send[way], node, words, &half[way], &of_send[way]);
    }
    if (node != 0)
        return;
    printf("%-10s %4u", places[place].name, 4 * words);
    for (unsigned way = 0; way < WAYS; way++)
        print(half[way]);
    for (unsigned way = 0; way < WAYS; way++)
        print(of_send[way]);
    puts("");
}

int main(void)
{
    unsigned node = load(REGISTERS + NI_REG_NODE);
    for (unsigned line = FIRST; line < 4 * SETS; line++)
        set_type(line, line == COMMAND ? NI_TAG_COMMAND : NI_TAG_SCRATCHPAD);
    if (node == 0)
        puts("place, bytes; half a round trip by stores, message, RDMA; the send itself by stores, message, RDMA: cycles");
    for (unsigned place = 0; place < PLACES; place++)
        for (unsigned i = 0; i < SIZES; i++)
            print_line(place, node, sizes[i]);
    CHECK(errors() == 0);
    return 0;
}
