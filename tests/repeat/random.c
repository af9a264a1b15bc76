// Random message passing: from SEED every rank derives the same PHASES of a pattern that cannot deadlock, each by ways
// of its own of sending, receiving and waiting. All that arrives is checked; the output depends on no timing, but for
// the order of lines of several ranks. With `sums` only rank 0 says anything, at the end.
//
// Why it cannot deadlock: phases, and the messages of one, have an order that all ranks follow. Whatever is the
// earliest that blocks anybody, all it needs of other ranks comes earlier or is the call itself. Between two ranks
// receives are posted in the order of the sends, so the n-th matches the n-th, also with MPI_ANY_TAG.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 16, PAINT = 0xa5, SLACK = 40, UNIQUE_TAGS = 100000, TAGS_A_PHASE = 256 };

static int rank, size, only_sums;
static uint64_t seed, checksum;
static long received;
static volatile unsigned sink;

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, rank, #condition); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                          \
        }                                                                                          \
    } while (0)

// ---- Random numbers ----

// SplitMix64's steps.
enum { STEP = 8 };
static const uint64_t GOLDEN = 0x9e3779b97f4a7c15;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// A phase's `plan` gives all ranks the same numbers, `own` does not.
struct dice {
    uint64_t state;
};

static struct dice dice_of(unsigned phase, unsigned whose)
{
    return (struct dice){mixed(mixed(seed + GOLDEN) + GOLDEN * (phase + 1)) + mixed(whose)};
}

static unsigned below(struct dice *dice, unsigned limit)
{
    dice->state += GOLDEN;
    return (unsigned)((mixed(dice->state) >> 32) * limit >> 32);
}

// Around each border between two ways of sending.
static int random_bytes(struct dice *dice)
{
    static const int borders[] = {0, 4, 8, 16, 24, 32, 64, 232, 240, 256, 480, 720, 1024, 4096, 8192};
    int border = borders[below(dice, sizeof borders / sizeof borders[0])], off = (int)below(dice, 3) - 1;
    switch (below(dice, 10)) {
    case 0:
        return below(dice, 64);
    case 1:
        return below(dice, 600);
    case 2:
        return below(dice, below(dice, 12) ? 3000 : 50000);
    default:
        return border + off < 0 ? 0 : border + off;
    }
}

// ---- Time ----

static void work(unsigned rounds, unsigned kind)
{
    static unsigned char field[1 << 14];
    unsigned x = rounds;
    for (unsigned i = 0; i < rounds; i++) {
        x = x * 1103515245 + 12345;
        if (kind == 1)
            field[(x >> 8) % sizeof field] += i;
        else if (kind == 2)
            sink = sink + x;
    }
    sink = x;
}

static void be_late(struct dice *dice)
{
    unsigned rounds = below(dice, 24) == 0 ? below(dice, 20000) : below(dice, 600);
    work(rounds, below(dice, 3));
}

// What a polling loop does besides: nothing, the same in every round or in every few, or something new each time.
struct habit {
    unsigned kind, rounds;
};

static struct habit some_habit(struct dice *dice)
{
    return (struct habit){below(dice, 5), below(dice, 200)};
}

static void linger(const struct habit *habit)
{
    static volatile unsigned count;
    if (habit->kind == 1)
        count = !count;
    else if (habit->kind == 2)
        count = (count + 1) % (2 + habit->rounds % 7);
    else if (habit->kind == 3)
        work(habit->rounds, 0);
    else if (habit->kind == 4)
        work(habit->rounds, 1);
}

static void watch_the_clock(struct dice *dice)
{
    double end = MPI_Wtime() + 1e-8 * below(dice, 1000);
    struct habit habit = some_habit(dice);
    int looks = below(dice, 2), flag;
    for (; MPI_Wtime() < end; linger(&habit))
        if (looks)
            MPI_Iprobe(MPI_ANY_SOURCE, UNIQUE_TAGS - 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

// ---- Messages ----

struct message {
    int source, dest, tag, bytes, unit;
    MPI_Datatype type;
    uint64_t id;
};

static uint64_t content_id(unsigned phase, unsigned index)
{
    return mixed(mixed(seed) ^ ((uint64_t)phase << 32 | index));
}

static struct message random_message(struct dice *plan, unsigned phase, unsigned index)
{
    static const int tags[] = {0, 1, 2, 32767};
    struct message m = {.bytes = random_bytes(plan), .unit = 1, .type = MPI_BYTE, .id = content_id(phase, index)};
    m.source = below(plan, size);
    m.dest = (m.source + 1 + below(plan, size > 1 ? size - 1 : 1)) % size;
    m.tag = tags[below(plan, 4)];
    if (below(plan, 2) && m.bytes % 8 == 0)
        m.unit = 8, m.type = below(plan, 2) ? MPI_DOUBLE : MPI_LONG;
    else if (below(plan, 2) && m.bytes % 4 == 0)
        m.unit = 4, m.type = MPI_INT;
    return m;
}

static void fill(unsigned char *data, int bytes, uint64_t id)
{
    for (int at = 0; at < bytes; at += STEP) {
        uint64_t word = id + GOLDEN * at;
        if (bytes - at >= STEP)
            memcpy(data + at, &word, STEP);
        else
            memcpy(data + at, &word, bytes - at);
    }
}

// Checks what has come, and adds it to the checksum in a way that no order changes.
static void take(const unsigned char *data, int bytes, uint64_t id)
{
    uint64_t sum = bytes;
    for (int at = 0; at < bytes; at += STEP) {
        uint64_t word = 0, expected = id + GOLDEN * at;
        int here = bytes - at >= STEP ? STEP : bytes - at;
        memcpy(&word, data + at, here);
        if (here < STEP)
            expected &= ((uint64_t)1 << 8 * here) - 1;
        REQUIRE(word == expected);
        sum = sum * 31 + word;
    }
    checksum += mixed(sum);
    received++;
}

// A message's side at this rank: its memory, painted so that every byte too many shows.
struct side {
    struct message m;
    int receives, capacity, block_bytes, on_heap, any_tag;
    unsigned char *block, *data;
};

// The memory that a side needs.
static int side_bytes(const struct message *m)
{
    return m->bytes + SLACK + 3 * GUARD;
}

// In `memory`, or on the heap if that is NULL.
static struct side new_side(const struct message *m, int receives, struct dice *own, unsigned char *memory)
{
    struct side side = {.m = *m, .receives = receives, .capacity = m->bytes, .on_heap = memory == NULL};
    side.block_bytes = side_bytes(m);
    side.block = memory == NULL ? malloc(side.block_bytes) : memory;
    REQUIRE(side.block != NULL);
    uintptr_t start = ((uintptr_t)side.block + 2 * GUARD - 1) / GUARD * GUARD;
    side.data = (unsigned char *)start + below(own, GUARD / m->unit) * m->unit;
    memset(side.block, PAINT, side.block_bytes);
    if (!receives)
        fill(side.data, m->bytes, m->id);
    else if (below(own, 2))
        side.capacity += SLACK;
    return side;
}

static int painted(const unsigned char *from, const unsigned char *to)
{
    while (from < to)
        if (*from++ != PAINT)
            return 0;
    return 1;
}

// A send is over: from now on nobody may read its buffer. A receive is over: it wrote just the message.
static void end_side(struct side *side, const MPI_Status *status)
{
    const struct message *m = &side->m;
    if (side->receives) {
        int count;
        MPI_Get_count(status, m->type, &count);
        REQUIRE(status->MPI_SOURCE == m->source && status->MPI_TAG == m->tag && count * m->unit == m->bytes);
        REQUIRE(painted(side->block, side->data));
        REQUIRE(painted(side->data + m->bytes, side->block + side->block_bytes));
        take(side->data, m->bytes, m->id);
    } else {
        memset(side->block, ~PAINT, side->block_bytes);
    }
    if (side->on_heap)
        free(side->block);
}

static int tag_to_ask(const struct side *side)
{
    return side->any_tag ? MPI_ANY_TAG : side->m.tag;
}

static MPI_Request start(struct side *side, int synchronous)
{
    const struct message *m = &side->m;
    MPI_Request request;
    if (side->receives)
        MPI_Irecv(side->data, side->capacity / m->unit, m->type, m->source, tag_to_ask(side), MPI_COMM_WORLD, &request);
    else if (synchronous)
        MPI_Issend(side->data, m->bytes / m->unit, m->type, m->dest, m->tag, MPI_COMM_WORLD, &request);
    else
        MPI_Isend(side->data, m->bytes / m->unit, m->type, m->dest, m->tag, MPI_COMM_WORLD, &request);
    return request;
}

// ---- Waiting ----

static void wait_by_tests(int count, MPI_Request *requests, MPI_Status *statuses, const struct habit *habit)
{
    for (int left = count; left > 0; linger(habit)) {
        for (int i = 0; i < count; i++) {
            int flag = 0;
            MPI_Status status;
            if (requests[i] != MPI_REQUEST_NULL)
                MPI_Test(&requests[i], &flag, &status);
            if (flag)
                statuses[i] = status, left--;
        }
    }
}

static void wait_for_all(int count, MPI_Request *requests, MPI_Status *statuses, struct dice *own)
{
    struct habit habit = some_habit(own);
    int flag = 0, index;
    MPI_Status status;
    switch (below(own, 5)) {
    case 0:
        MPI_Waitall(count, requests, statuses);
        break;
    case 1:
        for (int i = 0; i < count; i++) {
            MPI_Waitany(count, requests, &index, &status);
            REQUIRE(index >= 0 && index < count && requests[index] == MPI_REQUEST_NULL);
            statuses[index] = status;
        }
        break;
    case 2:
        for (; !flag; linger(&habit))
            MPI_Testall(count, requests, &flag, statuses);
        break;
    case 3:
        wait_by_tests(count, requests, statuses, &habit);
        break;
    default:
        for (int i = count; i-- > 0;)
            MPI_Wait(&requests[i], &statuses[i]);
    }
    for (int i = 0; i < count; i++)
        REQUIRE(requests[i] == MPI_REQUEST_NULL);
}

static void wait_for(MPI_Request request, MPI_Status *status, struct dice *own)
{
    wait_for_all(1, &request, status, own);
}

// Transfers under way that a later phase ends.
struct group {
    struct group *next;
    unsigned due;
    int count, room;
    struct side *sides;
    MPI_Request *requests;
};

static struct group *open_groups;

static struct group *new_group(int room)
{
    struct group *group = calloc(1, sizeof *group);
    REQUIRE(group != NULL);
    group->room = room;
    group->sides = malloc((room + 1) * sizeof *group->sides);
    group->requests = malloc((room + 1) * sizeof *group->requests);
    REQUIRE(group->sides != NULL && group->requests != NULL);
    return group;
}

static void add_to_group(struct group *group, const struct message *m, int receives, struct dice *own)
{
    REQUIRE(group->count < group->room);
    struct side *side = &group->sides[group->count];
    *side = new_side(m, receives, own, NULL);
    side->any_tag = below(own, 4) == 0;
    group->requests[group->count++] = start(side, below(own, 5) == 0);
}

static void end_group(struct group *group, struct dice *own)
{
    MPI_Status *statuses = malloc((group->count + 1) * sizeof *statuses);
    REQUIRE(statuses != NULL);
    wait_for_all(group->count, group->requests, statuses, own);
    for (int i = 0; i < group->count; i++)
        end_side(&group->sides[i], &statuses[i]);
    free(statuses);
    free(group->sides);
    free(group->requests);
    free(group);
}

static void end_groups(unsigned phase, struct dice *own)
{
    struct group **link = &open_groups;
    while (*link != NULL) {
        struct group *group = *link;
        if (group->due <= phase) {
            *link = group->next;
            end_group(group, own);
        } else {
            link = &group->next;
        }
    }
}

// ---- One message at a time ----

static void send_one(const struct message *m, struct dice *own)
{
    int on_stack = below(own, 2);
    unsigned char stack[on_stack ? side_bytes(m) : 1];
    struct side side = new_side(m, 0, own, on_stack ? stack : NULL);
    MPI_Status status;
    switch (below(own, 4)) {
    case 0:
        MPI_Send(side.data, m->bytes / m->unit, m->type, m->dest, m->tag, MPI_COMM_WORLD);
        break;
    case 1:
        MPI_Ssend(side.data, m->bytes / m->unit, m->type, m->dest, m->tag, MPI_COMM_WORLD);
        break;
    case 2:
        wait_for(start(&side, 0), &status, own);
        break;
    default:
        wait_for(start(&side, 1), &status, own);
    }
    end_side(&side, &status);
}

// Waits for a message that fits; `status` says which.
static void look_for(int source, int tag, MPI_Status *status, struct dice *own)
{
    struct habit habit = some_habit(own);
    int flag = 0;
    if (below(own, 2))
        MPI_Probe(source, tag, MPI_COMM_WORLD, status);
    else
        for (; !flag; linger(&habit))
            MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, status);
}

static void receive_one(const struct message *m, int exact, struct dice *own)
{
    int on_stack = below(own, 2);
    unsigned char stack[on_stack ? side_bytes(m) : 1];
    struct side side = new_side(m, 1, own, on_stack ? stack : NULL);
    MPI_Status status;
    side.any_tag = !exact && below(own, 3) == 0;
    if (below(own, 3) == 0) {
        wait_for(start(&side, 0), &status, own);
    } else {
        if (below(own, 2)) {
            look_for(m->source, tag_to_ask(&side), &status, own);
            REQUIRE(status.MPI_SOURCE == m->source && status.MPI_TAG == m->tag);
        }
        MPI_Recv(side.data, side.capacity / m->unit, m->type, m->source, tag_to_ask(&side), MPI_COMM_WORLD, &status);
    }
    end_side(&side, &status);
}

// Messages one after the other, each between two ranks.
static void chain(struct dice *plan, struct dice *own, unsigned phase)
{
    unsigned count = size > 1 ? 1 + below(plan, 10) : 0;
    for (unsigned i = 0; i < count; i++) {
        struct message m = random_message(plan, phase, i);
        if (rank == m.source || rank == m.dest)
            be_late(own);
        if (rank == m.source)
            send_one(&m, own);
        if (rank == m.dest)
            receive_one(&m, 0, own);
    }
}

// ---- Many at once ----

// All at once, between any ranks, to the own one too; what is begun here may end phases later.
static void burst(struct dice *plan, struct dice *own, unsigned phase)
{
    unsigned count = below(plan, 8) ? 1 + below(plan, 5 * size) : 80 + below(plan, 40);
    int hot = below(plan, 3) ? -1 : (int)below(plan, size), alike = below(plan, 3) == 0, sends_first = below(own, 2);
    struct group *group = new_group(2 * count);
    group->due = phase + (below(plan, 2) ? 0 : below(plan, 4));
    // Going through the list twice, receives or sends first, keeps both in its order.
    for (int pass = 0; pass < 2; pass++) {
        struct dice again = *plan;
        struct message first = random_message(&again, phase, 0);
        for (unsigned i = 0; i < count; i++) {
            struct message m = random_message(&again, phase, i);
            if (below(&again, 8) == 0)
                m.dest = m.source;
            else if (hot >= 0)
                m.dest = hot;
            if (alike && first.bytes < 5000)
                m.bytes = first.bytes, m.type = first.type, m.unit = first.unit;
            if (rank == m.source && pass != sends_first)
                add_to_group(group, &m, 0, own);
            if (rank == m.dest && pass == sends_first)
                add_to_group(group, &m, 1, own);
        }
    }
    group->next = open_groups;
    open_groups = group;
}

// More messages than a receiver has room for, taken in another order.
static void flood(struct dice *plan, struct dice *own, unsigned phase)
{
    unsigned count = 10 + below(plan, 120), step = 2 * below(plan, 60) + 1, small = below(plan, 2);
    struct message m = random_message(plan, phase, 0);
    if (m.source == m.dest || (rank != m.source && rank != m.dest))
        return;
    struct group *group = new_group(count);
    m.type = MPI_BYTE;
    m.unit = 1;
    // An odd step goes through all of a power of two.
    for (unsigned i = 0; i < 128; i++) {
        unsigned number = rank == m.dest ? i * step % 128 : i;
        if (number >= count)
            continue;
        m.bytes = small ? number % 50 : number * 5;
        m.id = content_id(phase, number);
        m.tag = UNIQUE_TAGS + phase * TAGS_A_PHASE + number;
        if (rank == m.source) {
            add_to_group(group, &m, 0, own);
        } else {
            if (i == 0)
                be_late(own);
            receive_one(&m, 1, own);
        }
    }
    end_group(group, own);
}

// ---- From anybody ----

struct funnel {
    struct message *messages;
    int *first, *next, total, tag, largest;
};

// A message has come from somewhere: the next of that rank.
static void take_next(struct funnel *funnel, const unsigned char *data, const MPI_Status *status)
{
    int source = status->MPI_SOURCE, count;
    REQUIRE(source >= 0 && source < size && funnel->next[source] < funnel->first[source + 1]);
    const struct message *m = &funnel->messages[funnel->next[source]++];
    MPI_Get_count(status, MPI_BYTE, &count);
    REQUIRE(status->MPI_TAG == m->tag && count == m->bytes);
    take(data, m->bytes, m->id);
}

static void receive_from_anybody(struct funnel *funnel, struct dice *own)
{
    unsigned char *data = malloc(funnel->largest + 1);
    int kind = below(own, 3);
    for (int i = 0; i < funnel->total; i++) {
        MPI_Status status;
        int source = MPI_ANY_SOURCE, tag = funnel->tag;
        if (kind == 1 || (kind == 2 && below(own, 2))) {
            look_for(source, tag, &status, own);
            source = status.MPI_SOURCE;
            tag = status.MPI_TAG;
        }
        MPI_Recv(data, funnel->largest, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status);
        take_next(funnel, data, &status);
    }
    free(data);
}

static void ask_anybody(struct funnel *funnel, struct dice *own)
{
    int total = funnel->total, room = funnel->largest + 1;
    unsigned char *data = malloc((size_t)room * total + 1);
    MPI_Request *requests = malloc((total + 1) * sizeof *requests);
    MPI_Status *statuses = malloc((total + 1) * sizeof *statuses);
    REQUIRE(data != NULL && requests != NULL && statuses != NULL);
    for (int i = 0; i < total; i++)
        MPI_Irecv(data + i * room, funnel->largest, MPI_BYTE, MPI_ANY_SOURCE, funnel->tag, MPI_COMM_WORLD,
                  &requests[i]);
    be_late(own);
    wait_for_all(total, requests, statuses, own);
    for (int i = 0; i < total; i++)
        take_next(funnel, data + i * room, &statuses[i]);
    free(data);
    free(requests);
    free(statuses);
}

static void plan_funnel(struct funnel *funnel, struct dice *plan, unsigned phase, int root)
{
    int any_tag = below(plan, 3) == 0;
    funnel->tag = any_tag ? MPI_ANY_TAG : UNIQUE_TAGS + (int)phase * TAGS_A_PHASE;
    for (int source = 0; source < size; source++) {
        int count = source == root ? 0 : (int)below(plan, 5);
        funnel->first[source] = funnel->next[source] = funnel->total;
        for (int i = 0; i < count; i++, funnel->total++) {
            struct message *m = &funnel->messages[funnel->total];
            *m = random_message(plan, phase, funnel->total);
            m->source = source;
            m->dest = root;
            m->tag = any_tag ? m->tag : funnel->tag;
            m->bytes %= 9000;
            m->type = MPI_BYTE;
            m->unit = 1;
            if (m->bytes > funnel->largest)
                funnel->largest = m->bytes;
        }
    }
    funnel->first[size] = funnel->total;
}

static void from_anybody(struct dice *plan, struct dice *own, unsigned phase)
{
    int root = below(plan, size);
    struct message messages[5 * size];
    int first[size + 1], next[size];
    struct funnel funnel = {.messages = messages, .first = first, .next = next};
    plan_funnel(&funnel, plan, phase, root);
    if (rank != root) {
        for (int i = first[rank]; i < first[rank + 1]; i++)
            send_one(&messages[i], own);
    } else if (below(own, 2)) {
        receive_from_anybody(&funnel, own);
    } else {
        ask_anybody(&funnel, own);
    }
    // What is received under any tag must not meet what ranks that are ahead send in later phases.
    if (funnel.tag == MPI_ANY_TAG)
        MPI_Barrier(MPI_COMM_WORLD);
}

// ---- Both ways at once ----

static void exchange(struct dice *plan, struct dice *own, unsigned phase)
{
    int wraps = below(plan, 3), shift = 1 + below(plan, size), alone = below(plan, 8) == 0;
    int dest = rank + shift, source = rank - shift;
    MPI_Comm comm = alone ? MPI_COMM_SELF : MPI_COMM_WORLD;
    dest = alone ? 0 : dest < size ? dest : wraps ? dest % size : MPI_PROC_NULL;
    source = alone ? 0 : source >= 0 ? source : wraps ? (source + size) % size : MPI_PROC_NULL;
    struct message out = {0}, in = {.source = MPI_PROC_NULL, .tag = MPI_ANY_TAG};
    for (int i = 0; i < size; i++) {
        struct message m = random_message(plan, phase, i);
        m.type = MPI_BYTE;
        m.unit = 1;
        if (i == rank)
            out = m;
        if (source != MPI_PROC_NULL && i == (alone ? rank : source))
            in = m;
    }
    in.source = source;
    in.type = MPI_BYTE;
    in.unit = 1;
    struct side sent = new_side(&out, 0, own, NULL), got = new_side(&in, 1, own, NULL);
    MPI_Status status;
    be_late(own);
    MPI_Sendrecv(sent.data, out.bytes, MPI_BYTE, dest, out.tag, got.data, got.capacity, MPI_BYTE, source,
                 below(own, 2) ? MPI_ANY_TAG : in.tag, comm, &status);
    end_side(&sent, &status);
    end_side(&got, &status);
}

// ---- Collective calls ----

static double number_of(double a, double b, unsigned op)
{
    return op == 0 ? a + b : op == 1 ? (a < b ? a : b) : (a > b ? a : b);
}

static uint64_t bits_of(uint64_t a, uint64_t b, unsigned op)
{
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a < b ? a : b;
    case 2:
        return a > b ? a : b;
    case 3:
        return a * b;
    case 4:
        return a ^ b;
    case 5:
        return a & b;
    default:
        return a | b;
    }
}

static const MPI_Op *operation(unsigned op)
{
    static MPI_Op operations[7];
    MPI_Op all[7] = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD, MPI_BXOR, MPI_BAND, MPI_BOR};
    memcpy(operations, all, sizeof all);
    return &operations[op];
}

static int reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, int in_place)
{
    if (root >= size) {
        MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, count, type, op, MPI_COMM_WORLD);
        return 1;
    }
    // Not in place: MPICH 4.0.2 fails then on five ranks. tests/mpi/reduce.c has it.
    MPI_Reduce(in, out, count, type, op, root, MPI_COMM_WORLD);
    return rank == root;
}

// What a rank gives to a reduction. Without the highest bit, because MPICH 4.0.2 compares unsigned numbers as signed.
static uint64_t operand(uint64_t id, int whose, int index)
{
    return mixed(id + whose * 8192 + index) >> 1;
}

// To one rank, or, when `root` is none, to all.
static void reduction(struct dice *plan, uint64_t id, int root)
{
    unsigned op = below(plan, 7), numbers = below(plan, 2), in_place = below(plan, 2);
    int count = below(plan, 4) ? below(plan, 40) : below(plan, 6000 / size);
    op = numbers ? op % 3 : op;
    uint64_t *bits = malloc((count + 1) * sizeof *bits), *result = malloc((count + 1) * sizeof *result);
    double *values = malloc((count + 1) * sizeof *values), *sums = malloc((count + 1) * sizeof *sums);
    REQUIRE(bits != NULL && result != NULL && values != NULL && sums != NULL);
    for (int i = 0; i < count; i++) {
        bits[i] = result[i] = operand(id, rank, i);
        values[i] = sums[i] = (double)(bits[i] % 1000);
    }
    int mine = numbers ? reduce(values, sums, count, MPI_DOUBLE, *operation(op), root, in_place)
                       : reduce(bits, result, count, MPI_UINT64_T, *operation(op), root, in_place);
    for (int i = 0; mine && i < count; i++) {
        uint64_t expected = operand(id, 0, i);
        double number = (double)(expected % 1000);
        for (int other = 1; other < size; other++) {
            uint64_t x = operand(id, other, i);
            expected = bits_of(expected, x, op);
            number = number_of(number, (double)(x % 1000), op);
        }
        REQUIRE(numbers ? sums[i] == number : result[i] == expected);
        checksum += numbers ? (uint64_t)number : expected;
    }
    free(bits);
    free(result);
    free(values);
    free(sums);
}

static void broadcast(struct dice *plan, uint64_t id, int root)
{
    int bytes = random_bytes(plan), offset = below(plan, 8);
    unsigned char *data = malloc(bytes + 8);
    REQUIRE(data != NULL);
    if (rank == root)
        fill(data + offset, bytes, id);
    MPI_Bcast(data + offset, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    take(data + offset, bytes, id);
    free(data);
}

// The part that goes from one rank to another, where only one of them counts the other is 0.
static uint64_t part_id(uint64_t id, int from, int to)
{
    return mixed(id + 4096 * (from + 1) + to);
}

enum parts { GATHER, SCATTER, ALLGATHER, ALLTOALL };

static void call_parts(enum parts kind, void *out, int bytes, void *in, int root, int in_place)
{
    void *from = in_place ? MPI_IN_PLACE : out;
    if (kind == GATHER)
        MPI_Gather(rank == root ? from : out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    else if (kind == SCATTER)
        MPI_Scatter(out, bytes, MPI_BYTE, rank == root && in_place ? MPI_IN_PLACE : in, bytes, MPI_BYTE, root,
                    MPI_COMM_WORLD);
    else if (kind == ALLGATHER)
        MPI_Allgather(from, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
    else
        MPI_Alltoall(from, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

// Gather, scatter, allgather and alltoall: equal parts from one rank or all to one or all.
static void parts(struct dice *plan, uint64_t id, int root, enum parts kind)
{
    int bytes = random_bytes(plan) % (24000 / size), in_place = below(plan, 3) == 0;
    unsigned char *out = malloc(bytes * size + 1), *in = malloc(bytes * size + 1);
    REQUIRE(out != NULL && in != NULL);
    int sends_each = kind == SCATTER || kind == ALLTOALL, takes_each = kind != SCATTER;
    int from_all = kind != SCATTER || rank == root, to_all = kind != GATHER || rank == root;
    // An in-place call of all with all has what it sends where it receives.
    unsigned char *full = in_place && kind == ALLTOALL ? in : out;
    for (int to = 0; from_all && to < (sends_each ? size : 1); to++)
        fill(full + to * bytes, bytes, part_id(id, rank, to));
    if (in_place && (kind == ALLGATHER || (kind == GATHER && rank == root)))
        fill(in + rank * bytes, bytes, part_id(id, rank, 0));
    call_parts(kind, out, bytes, in, root, in_place);
    if (kind == SCATTER && rank == root && in_place)
        memcpy(in, out + root * bytes, bytes);
    for (int from = 0; to_all && from < (takes_each ? size : 1); from++)
        take(in + from * bytes, bytes, part_id(id, takes_each ? from : root, sends_each ? rank : 0));
    free(out);
    free(in);
}

static void collective(struct dice *plan, struct dice *own, unsigned phase)
{
    int root = below(plan, size);
    uint64_t id = content_id(phase, 0);
    be_late(own);
    switch (below(plan, 8)) {
    case 0:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 1:
        broadcast(plan, id, root);
        break;
    case 2:
        reduction(plan, id, root);
        break;
    case 3:
        reduction(plan, id, size);
        break;
    case 4:
        parts(plan, id, root, GATHER);
        break;
    case 5:
        parts(plan, id, root, SCATTER);
        break;
    case 6:
        parts(plan, id, root, ALLGATHER);
        break;
    default:
        parts(plan, id, root, ALLTOALL);
    }
}

// ---- Phases ----

static void say(struct dice *own, unsigned phase)
{
    FILE *to = below(own, 3) ? stdout : stderr;
    if (!only_sums && below(own, 2))
        fprintf(to, "phase %u: rank %d: %ld received, %016llx\n", phase, rank, received, (unsigned long long)checksum);
}

// One rank says it for all, because native MPICH may mix lines of several.
static void say_sums(void)
{
    uint64_t mine[2] = {received, checksum}, all[2 * size];
    MPI_Gather(mine, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        printf("rank %d of %d: %llu received, checksum %016llx\n", i, size, (unsigned long long)all[2 * i],
               (unsigned long long)all[2 * i + 1]);
}

static void perform(unsigned phase)
{
    struct dice plan = dice_of(phase, 0), own = dice_of(phase, 1 + rank);
    unsigned kind = below(&plan, 16);
    end_groups(phase, &own);
    if (below(&own, 4) == 0)
        watch_the_clock(&own);
    if (kind < 4)
        chain(&plan, &own, phase);
    else if (kind < 8)
        burst(&plan, &own, phase);
    else if (kind < 11)
        collective(&plan, &own, phase);
    else if (kind < 13)
        from_anybody(&plan, &own, phase);
    else if (kind < 14)
        flood(&plan, &own, phase);
    else if (kind < 15)
        exchange(&plan, &own, phase);
    else
        be_late(&own);
    end_groups(phase, &own);
    if (below(&own, 3) == 0)
        say(&own, phase);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    only_sums = argc == 4 && strcmp(argv[3], "sums") == 0;
    if (argc != 3 && !only_sums) {
        fprintf(stderr, "usage: random SEED PHASES [sums]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    seed = strtoull(argv[1], NULL, 0);
    unsigned phases = strtoul(argv[2], NULL, 0);
    for (unsigned phase = 0; phase < phases; phase++)
        perform(phase);
    struct dice own = dice_of(phases, 1 + rank);
    end_groups(UINT32_MAX, &own);
    say_sums();
    MPI_Finalize();
    return 0;
}
