// Words that no rank takes: rank 0 puts words into its link of a tmd machine until
// the FIFO is full. Rank 1 waits for a word of rank 2, which never puts one.
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

// The addresses of the links and of the rank's number.
enum { LINK = 0x03000000, GET = 0x00, PUT = 0x10, NODE = 0x01000008 };

static volatile uint32_t *at(uintptr_t address)
{
    return (volatile uint32_t *)address;
}

// Sends a packet to this rank itself. No NetIf takes such a packet.
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
