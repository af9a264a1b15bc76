// A way of the second-level cache becomes scratchpad by 512 tag writes. It keeps the stored
// values. From then on the sets cache with three ways. The last way of a set cannot be taken.
#include "sarc.h"

enum { LAST_WAY = 3 * SETS, ROUNDS = 20 };

// Lines at distances of WAY bytes belong to one set of the second level, and to one place of the first level.
static unsigned char memory[6 * WAY];

// Reads so many lines of one set in turn, again and again. Returns the cycles.
static uint32_t read_lines(unsigned set, unsigned lines)
{
    volatile uint32_t *first = (volatile uint32_t *)(((uintptr_t)memory + WAY - 1) / WAY * WAY + set * LINE);
    uint32_t begin = 0;
    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
        if (round == ROUNDS)
            begin = cycles();
        for (unsigned line = 0; line < lines; line++)
            (void)first[line * (WAY / 4)];
    }
    return cycles() - begin;
}

static void stores_and_loads(void)
{
    for (unsigned line = LAST_WAY; line < 4 * SETS; line++) {
        set_type(line, NI_TAG_SCRATCHPAD);
        CHECK(type_of(line) == NI_TAG_SCRATCHPAD);
    }
    for (uint32_t address = word(LAST_WAY, 0); address < SCRATCHPAD + 4 * WAY; address += 4) {
        CHECK(load(address) == 0);
        store(address, address * 2654435761u);
    }
    for (uint32_t address = word(LAST_WAY, 0); address < SCRATCHPAD + 4 * WAY; address += 4)
        CHECK(load(address) == address * 2654435761u);
}

// Cached bytes keep their values while ways are taken from the cache.
static void cached_bytes_stay(void)
{
    for (unsigned i = 0; i < sizeof memory; i++)
        CHECK(memory[i] == (unsigned char)(i * 7 + (i >> 8)));
}

int main(void)
{
    enum { SET = 300 };
    for (unsigned i = 0; i < sizeof memory; i++)
        memory[i] = (unsigned char)(i * 7 + (i >> 8));
    uint32_t three_of_four = read_lines(SET, 3), four_of_four = read_lines(SET, 4);
    stores_and_loads();
    cached_bytes_stay();
    uint32_t three_of_three = read_lines(SET, 3), four_of_three = read_lines(SET, 4);
    // Three lines hit as before. Four lines no longer fit: each read goes to memory.
    CHECK(three_of_three == three_of_four);
    CHECK(four_of_three > 2 * four_of_four);
    for (unsigned way = 2; way > 0; way--) {
        set_type(way * SETS + SET, NI_TAG_SCRATCHPAD);
        CHECK(errors() == 0);
    }
    set_type(SET, NI_TAG_SCRATCHPAD);
    CHECK(type_of(SET) == NI_TAG_CACHE);
    expect_error(NI_ERR_TAG_LASTWAY);
    // One way is left. Two lines do not fit it.
    CHECK(read_lines(SET, 1) < read_lines(SET, 2) / 2);
    CHECK(load(word(LAST_WAY, 0)) == word(LAST_WAY, 0) * 2654435761u);
    cached_bytes_stay();
    puts("ok");
    return 0;
}
