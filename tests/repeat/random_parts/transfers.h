// Part of random.c: messages one at a time, many at once, from any source, and in both directions at once.
#ifndef RANDOM_TRANSFERS_H
#define RANDOM_TRANSFERS_H

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

// Waits for a matching message. `status` describes it.
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
            CHECK(status.MPI_SOURCE == m->source && status.MPI_TAG == m->tag);
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

// All messages at once, between any ranks, also from a rank to itself. They may complete some phases later.
static void burst(struct dice *plan, struct dice *own, unsigned phase)
{
    unsigned count = below(plan, 8) ? 1 + below(plan, 5 * size) : 80 + below(plan, 40);
    int hot = below(plan, 3) ? -1 : (int)below(plan, size), alike = below(plan, 3) == 0, sends_first = below(own, 2);
    struct group *group = new_group(2 * count);
    group->due = phase + (below(plan, 2) ? 0 : below(plan, 4));
    // Two passes over the list, receives or sends first, keep both in the order of the list.
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

// More messages than a receiver has room for, received in another order.
static void flood(struct dice *plan, struct dice *own, unsigned phase)
{
    unsigned count = 10 + below(plan, 120), step = 2 * below(plan, 60) + 1, small = below(plan, 2);
    struct message m = random_message(plan, phase, 0);
    if (m.source == m.dest || (rank != m.source && rank != m.dest))
        return;
    struct group *group = new_group(count);
    m.type = MPI_BYTE;
    m.unit = 1;
    // An odd step visits all numbers below a power of two.
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

// ---- From any source ----

struct funnel {
    struct message *messages;
    int *first, *next, total, tag, largest;
};

// Takes a received message: it must be the next one of its source.
static void take_next(struct funnel *funnel, const unsigned char *data, const MPI_Status *status)
{
    int source = status->MPI_SOURCE, count;
    CHECK(source >= 0 && source < size && funnel->next[source] < funnel->first[source + 1]);
    const struct message *m = &funnel->messages[funnel->next[source]++];
    MPI_Get_count(status, MPI_BYTE, &count);
    CHECK(status->MPI_TAG == m->tag && count == m->bytes);
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
    CHECK(data != NULL && requests != NULL && statuses != NULL);
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
    // Receives with any tag must not match messages that ranks ahead send in later phases.
    if (funnel.tag == MPI_ANY_TAG)
        MPI_Barrier(MPI_COMM_WORLD);
}

// ---- Both directions at once ----

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

#endif
