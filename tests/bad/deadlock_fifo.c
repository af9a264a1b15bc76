// Words that nobody takes: rank 0 puts them into its link of tmd until the FIFO is full, while rank 1 waits for a word of rank 2,
// who never puts one.
// run: -n 3 --platform tmd-simple
// exit: 86
// stderr: deadlock
// stderr: rank 0 waits for the device at 0x3000010 in put_all at
// stderr: rank 1 waits for the device at 0x3000000 in main at
// stderr: rank 2 has ended with status 0
// stderr: rank 0: hart waits for a place in FSL 0 (16 of 16 words)
// stderr: rank 1: hart waits for a word in FSL 0 (empty)
// stderr: NetIf of node 0: a packet of 101 words of rank 0 to rank 0 waits for ever
#include <stdint.h>

// Where the platform has the links, and the number of a rank.
enum { LINK = 0x03000000, GET = 0x00, PUT = 0x10, NODE = 0x01000008 };

static volatile uint32_t *at(uintptr_t address)
{
    return (volatile uint32_t *)address;
}

// To itself, which no NetIf takes.
static void put_all(void)
{
    *at(LINK + PUT) = 100;
    for (uint32_t word = 0; word < 100; word++)
        *at(LINK + PUT) = word;
}

int main(void)
{
    uint32_t rank = *at(NODE);
    if (rank == 0)
        put_all();
    if (rank == 1)
        return (int)*at(LINK + GET);
    return 0;
}
