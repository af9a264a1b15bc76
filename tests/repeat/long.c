// Random bulk traffic. From SEED all ranks derive the same PHASES. In each phase long messages are under way, while a
// rank does something else: between pairs, around a ring, to one rank, to the rank itself, several at once, or by
// one-sided access. All data is checked. At the end rank 0 prints every rank's checksum, which does not depend on timing.
#include "../mpi/check.h"
#include <stdint.h>

enum { LONGEST = 160000, SLOTS = 4, SHIFT = 64, UNIQUE_TAGS = 1, GUARD = 0xa5 };

static uint64_t seed, checksum;
static volatile unsigned sink;
static unsigned char out[SLOTS][LONGEST + 2 * SHIFT], in[SLOTS][LONGEST + 2 * SHIFT];

#include "random_parts/dice.h"

// ---- Messages ----

// The message that a rank sends in a phase from one of its slots: its length, and its distance from the start of the slot.
struct message {
    int bytes, shift;
    unsigned content;
};

static struct message message_of(unsigned phase, int from, int slot)
{
    static const int shifts[] = {0, 0, 0, 8, 16, 32, 1, 63};
    struct dice dice = dice_of(phase, 1000 + SLOTS * from + slot);
    int least = below(&dice, 3) == 0 ? 20000 : 60000;
    int bytes = least + below(&dice, LONGEST - least);
    // In half of the cases, a whole number of periods of traffic.
    bytes -= below(&dice, 2) ? bytes % 1024 : 0;
    return (struct message){bytes, shifts[below(&dice, 8)], phase * 31 + from * 5 + slot};
}

static void write_message(unsigned phase, int slot)
{
    struct message m = message_of(phase, rank, slot);
    fill(out[slot] + m.shift, m.bytes, m.content);
}

static void check_message(unsigned phase, int from, int slot)
{
    struct message m = message_of(phase, from, slot);
    const unsigned char *bytes = in[slot] + m.shift;
    CHECK(filled(bytes, m.bytes, m.content));
    CHECK(bytes[m.bytes] == GUARD && (m.shift == 0 || bytes[-1] == GUARD));
    checksum = checksum * GOLDEN + bytes[m.bytes / 2] + m.bytes;
}

static void begin_send(unsigned phase, int to, int slot, int tag, MPI_Request *request)
{
    struct message m = message_of(phase, rank, slot);
    write_message(phase, slot);
    MPI_Isend(out[slot] + m.shift, m.bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, request);
}

static void begin_receive(unsigned phase, int from, int slot, int tag, MPI_Request *request)
{
    struct message m = message_of(phase, from, slot);
    MPI_Irecv(in[slot] + m.shift, m.bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, request);
}

static void finish(struct dice *own, int count, MPI_Request *requests)
{
    int done = 0;
    switch (below(own, 4)) {
    case 0:
        while (!done)
            MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        break;
    case 1:
        for (int i = count; i-- > 0; be_late(own))
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        break;
    case 2:
        watch_the_clock(own);
        be_late(own);
        // fall through
    default:
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    }
}

// ---- Phases ----

// Back and forth between neighbours, one message at a time.
static void trips(struct dice *own, unsigned phase, unsigned count)
{
    int peer = rank ^ 1;
    MPI_Request request;
    for (unsigned trip = 0; peer < size && trip < 2 * count; trip++) {
        int is_sender = (rank > peer) == (trip % 2);
        if (is_sender)
            begin_send(phase, peer, 0, 7, &request);
        else
            begin_receive(phase, peer, 0, 7, &request);
        finish(own, 1, &request);
        if (!is_sender)
            check_message(phase, peer, 0);
    }
}

// Every rank sends several messages at once to the rank `away` ranks after it.
static void shift(struct dice *own, unsigned phase, int away, int slots)
{
    int to = (rank + away) % size, from = (rank + size - away % size) % size;
    MPI_Request requests[2 * SLOTS];
    for (int slot = 0; slot < slots; slot++)
        begin_receive(phase, from, slot, slot, &requests[slot]);
    be_late(own);
    for (int slot = 0; slot < slots; slot++)
        begin_send(phase, to, slot, slot, &requests[slots + slot]);
    finish(own, 2 * slots, requests);
    for (int slot = 0; slot < slots; slot++)
        check_message(phase, from, slot);
}

// The first ranks send to one rank.
static void to_one(struct dice *own, unsigned phase, int to)
{
    MPI_Request requests[SLOTS + 1];
    int count = 0, senders = size < SLOTS ? size : SLOTS;
    for (int from = 0; rank == to && from < senders; from++)
        begin_receive(phase, from, from, 9, &requests[count++]);
    if (rank < senders)
        begin_send(phase, to, rank, 9, &requests[count++]);
    finish(own, count, requests);
    for (int from = 0; rank == to && from < senders; from++)
        check_message(phase, from, from);
}

// Every rank puts into the memory of the rank `away` ranks after it, or gets from that of the rank as far before it.
static void one_sided(struct dice *own, unsigned phase, int away, int puts)
{
    int to = (rank + away) % size, from = (rank + size - away % size) % size;
    struct message mine = message_of(phase, rank, 0), theirs = message_of(phase, from, 0);
    MPI_Win window;
    write_message(phase, 0);
    MPI_Win_create(puts ? in[0] : out[0], sizeof in[0], 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (puts)
        MPI_Put(out[0] + mine.shift, mine.bytes, MPI_BYTE, to, mine.shift, mine.bytes, MPI_BYTE, window);
    else
        MPI_Get(in[0] + theirs.shift, theirs.bytes, MPI_BYTE, from, theirs.shift, theirs.bytes, MPI_BYTE, window);
    be_late(own);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    check_message(phase, from, 0);
}

static void broadcast(unsigned phase, int root)
{
    struct message m = message_of(phase, root, 0);
    if (rank == root)
        fill(in[0] + m.shift, m.bytes, m.content);
    MPI_Bcast(in[0] + m.shift, m.bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    check_message(phase, root, 0);
}

static void reduce(unsigned phase)
{
    int count = message_of(phase, 0, 0).bytes / 8;
    uint64_t *numbers = (uint64_t *)out[0], *sums = (uint64_t *)in[0];
    for (int i = 0; i < count; i++)
        numbers[i] = (uint64_t)i * (rank + 1);
    MPI_Allreduce(numbers, sums, count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        CHECK(sums[i] == (uint64_t)i * size * (size + 1) / 2);
}

static void perform(unsigned phase)
{
    struct dice plan = dice_of(phase, 0), own = dice_of(phase, 1 + rank);
    int away = 1 + below(&plan, size), root = below(&plan, size), few = 1 + below(&plan, SLOTS);
    memset(in, GUARD, sizeof in);
    if (below(&plan, 2))
        MPI_Barrier(MPI_COMM_WORLD);
    switch (below(&plan, 8)) {
    case 0:
    case 1:
        trips(&own, phase, few);
        break;
    case 2:
    case 3:
        shift(&own, phase, away, few);
        break;
    case 4:
        to_one(&own, phase, root);
        break;
    case 5:
        one_sided(&own, phase, away, few % 2);
        break;
    case 6:
        broadcast(phase, root);
        break;
    default:
        reduce(phase);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(argc >= 3);
    seed = strtoull(argv[1], NULL, 0);
    unsigned phases = strtoul(argv[2], NULL, 0);
    for (unsigned phase = 0; phase < phases; phase++)
        perform(phase);
    uint64_t all[size];
    MPI_Gather(&checksum, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        printf("rank %d of %d: checksum %016llx\n", i, size, (unsigned long long)all[i]);
    MPI_Finalize();
    return 0;
}
