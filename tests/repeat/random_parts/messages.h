// Part of random.c: contents of a message, making it, checking it and adding it to the checksum, and ways of waiting for it.
#ifndef RANDOM_MESSAGES_H
#define RANDOM_MESSAGES_H

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
        m.unit = 8, m.type = below(plan, 2) ? MPI_DOUBLE : MPI_INT64_T;
    else if (below(plan, 2) && m.bytes % 4 == 0)
        m.unit = 4, m.type = MPI_INT;
    return m;
}

static void write_words(unsigned char *data, int bytes, uint64_t id)
{
    for (int at = 0; at < bytes; at += STEP) {
        uint64_t word = id + GOLDEN * at;
        if (bytes - at >= STEP)
            memcpy(data + at, &word, STEP);
        else
            memcpy(data + at, &word, bytes - at);
    }
}

// Checks received data, and adds it to the checksum. The order of additions does not matter.
static void take(const unsigned char *data, int bytes, uint64_t id)
{
    uint64_t sum = bytes;
    for (int at = 0; at < bytes; at += STEP) {
        uint64_t word = 0, expected = id + GOLDEN * at;
        int here = bytes - at >= STEP ? STEP : bytes - at;
        memcpy(&word, data + at, here);
        if (here < STEP)
            expected &= ((uint64_t)1 << 8 * here) - 1;
        CHECK(word == expected);
        sum = sum * 31 + word;
    }
    checksum += mixed(sum);
    received++;
}

// This rank's side of a message: its memory, painted so that each byte written outside the message shows.
struct side {
    struct message m;
    int receives, capacity, block_bytes, on_heap, any_tag;
    unsigned char *block, *data;
};

// Bytes of memory that a side needs.
static int side_bytes(const struct message *m)
{
    return m->bytes + SLACK + 3 * GUARD;
}

// Makes a side in `memory`, or on the heap if `memory` is NULL.
static struct side new_side(const struct message *m, int receives, struct dice *own, unsigned char *memory)
{
    struct side side = {.m = *m, .receives = receives, .capacity = m->bytes, .on_heap = memory == NULL};
    side.block_bytes = side_bytes(m);
    side.block = memory == NULL ? malloc(side.block_bytes) : memory;
    CHECK(side.block != NULL);
    uintptr_t start = ((uintptr_t)side.block + 2 * GUARD - 1) / GUARD * GUARD;
    side.data = (unsigned char *)start + below(own, GUARD / m->unit) * m->unit;
    memset(side.block, PAINT, side.block_bytes);
    if (!receives)
        write_words(side.data, m->bytes, m->id);
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

// A send is complete: its buffer must not be read any more. A receive is complete: only the message was written.
static void end_side(struct side *side, const MPI_Status *status)
{
    const struct message *m = &side->m;
    if (side->receives) {
        int count;
        MPI_Get_count(status, m->type, &count);
        CHECK(status->MPI_SOURCE == m->source && status->MPI_TAG == m->tag && count * m->unit == m->bytes);
        CHECK(painted(side->block, side->data));
        CHECK(painted(side->data + m->bytes, side->block + side->block_bytes));
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
            CHECK(index >= 0 && index < count && requests[index] == MPI_REQUEST_NULL);
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
        CHECK(requests[i] == MPI_REQUEST_NULL);
}

static void wait_for(MPI_Request request, MPI_Status *status, struct dice *own)
{
    wait_for_all(1, &request, status, own);
}

// Transfers under way that a later phase completes.
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
    CHECK(group != NULL);
    group->room = room;
    group->sides = malloc((room + 1) * sizeof *group->sides);
    group->requests = malloc((room + 1) * sizeof *group->requests);
    CHECK(group->sides != NULL && group->requests != NULL);
    return group;
}

static void add_to_group(struct group *group, const struct message *m, int receives, struct dice *own)
{
    CHECK(group->count < group->room);
    struct side *side = &group->sides[group->count];
    *side = new_side(m, receives, own, NULL);
    side->any_tag = below(own, 4) == 0;
    group->requests[group->count++] = start(side, below(own, 5) == 0);
}

static void end_group(struct group *group, struct dice *own)
{
    MPI_Status *statuses = malloc((group->count + 1) * sizeof *statuses);
    CHECK(statuses != NULL);
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

#endif
