// Split-phase barriers of the nodes with harts, by dissemination. In round k, each node sends all names that it knows so
// far to the node 2^k after it. After ceil(log2 nodes) rounds, each node knows all. Handlers send the next rounds, so a
// node only has to look for messages. Cost: ceil(log2 nodes) messages a node, one after the other.
#include "gasnet/core.h"
#include "mark/phase.h"

enum { BARRIER_ROUNDS = 16, BARRIER_SETS = 2 };

// The names of a barrier that are known so far: none was given, all are `id`, or they differ.
enum barrier_kind { BARRIER_ANONYMOUS, BARRIER_NAMED, BARRIER_MISMATCH };

struct barrier_name {
    int kind, id;
};

// A barrier. A node that has left one may get messages of the next, but not of the one after it.
struct barrier {
    struct barrier_name known;                 // known to this node, once it has notified
    struct barrier_name come[BARRIER_ROUNDS];  // contents of the messages of the rounds
    uint32_t came;                             // rounds whose message has come, one bit each
    unsigned round;                            // the next round whose message is needed
    bool notified;
};

static struct barrier barrier_sets[BARRIER_SETS];
static unsigned barrier_number;             // number of the barrier that this node is in, or enters next
static bool barrier_is_open;                // notified and not yet waited for
static struct barrier_name barrier_last;    // what was known of the barrier that this node left last

static struct barrier_name barrier_joined(struct barrier_name a, struct barrier_name b)
{
    if (a.kind == BARRIER_ANONYMOUS || b.kind == BARRIER_MISMATCH)
        return b;
    if (b.kind == BARRIER_NAMED && a.kind == BARRIER_NAMED && a.id != b.id)
        a.kind = BARRIER_MISMATCH;
    return a;
}

static bool barrier_is_complete(const struct barrier *barrier)
{
    return barrier->notified && 1u << barrier->round >= am_state.harts;
}

static void barrier_send(unsigned number, const struct barrier *barrier)
{
    const _Alignas(8) gasnet_handlerarg_t arguments[] = {number << 8 | barrier->round, barrier->known.kind, barrier->known.id};
    unsigned next = (am_state.hart + (1u << barrier->round)) % am_state.harts;
    am_send(am_state.node_of_hart[next], AM_BARRIER, 3, arguments);
}

// Handles the messages of the next rounds that have come.
static void barrier_advance(unsigned number)
{
    struct barrier *barrier = &barrier_sets[number % BARRIER_SETS];
    while (!barrier_is_complete(barrier) && (barrier->came >> barrier->round & 1) != 0) {
        barrier->known = barrier_joined(barrier->known, barrier->come[barrier->round]);
        barrier->round++;
        if (!barrier_is_complete(barrier))
            barrier_send(number, barrier);
    }
}

static void barrier_arrives(gasnet_token_t token, gasnet_handlerarg_t place, gasnet_handlerarg_t kind, gasnet_handlerarg_t id)
{
    (void)token;
    unsigned number = (unsigned)place >> 8, round = place & 0xff;
    struct barrier *barrier = &barrier_sets[number % BARRIER_SETS];
    barrier->come[round] = (struct barrier_name){kind, id};
    barrier->came |= 1u << round;
    if (barrier->notified)
        barrier_advance(number);
}

void barrier_handlers(void)
{
    am_state.handlers[AM_BARRIER] = barrier_arrives;
}

static struct barrier *barrier_now(void)
{
    return &barrier_sets[barrier_number % BARRIER_SETS];
}

static void barrier_begin(struct barrier_name own)
{
    struct barrier *barrier = barrier_now();
    barrier->known = own;
    barrier->notified = true;
    barrier_is_open = true;
    if (!barrier_is_complete(barrier)) {
        barrier_send(barrier_number, barrier);
        barrier_advance(barrier_number);
    }
}

static void barrier_end(void)
{
    *barrier_now() = (struct barrier){0};
    barrier_number = (barrier_number + 1) & 0xffff;
    barrier_is_open = false;
}

void barrier_meet(void)
{
    barrier_begin((struct barrier_name){BARRIER_ANONYMOUS, 0});
    while (!barrier_is_complete(barrier_now()))
        am_poll();
    barrier_end();
}

static struct barrier_name barrier_name_of(int id, int flags)
{
    if (flags & GASNET_BARRIERFLAG_MISMATCH)
        return (struct barrier_name){BARRIER_MISMATCH, 0};
    if (flags & GASNET_BARRIERFLAG_ANONYMOUS)
        return (struct barrier_name){BARRIER_ANONYMOUS, 0};
    return (struct barrier_name){BARRIER_NAMED, id};
}

void gasnet_barrier_notify(int id, int flags)
{
    am_enter("gasnet_barrier_notify");
    if (barrier_is_open)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_barrier_notify: called twice without gasnet_barrier_wait in between");
    PHASE(notify)
    barrier_begin(barrier_name_of(id, flags));
}

// Leaves the barrier, which is complete. As in the releases since 1.20, flags may differ from those of the notification. The names must
// agree wherever one is given.
static int barrier_leave(int id, int flags)
{
    barrier_last = barrier_now()->known;
    barrier_end();
    bool mismatch = barrier_joined(barrier_last, barrier_name_of(id, flags)).kind == BARRIER_MISMATCH;
    return mismatch ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK;
}

static void barrier_require_open(const char *function)
{
    am_enter(function);
    if (!barrier_is_open)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: called without gasnet_barrier_notify before it", function);
}

int gasnet_barrier_wait(int id, int flags)
{
    barrier_require_open("gasnet_barrier_wait");
    PHASE(await)
    while (!barrier_is_complete(barrier_now()))
        am_poll();
    PHASE(leave)
    return barrier_leave(id, flags);
}

int gasnet_barrier_try(int id, int flags)
{
    barrier_require_open("gasnet_barrier_try");
    am_poll();
    return barrier_is_complete(barrier_now()) ? barrier_leave(id, flags) : GASNET_ERR_NOT_READY;
}

int gasnet_barrier(int id, int flags)
{
    gasnet_barrier_notify(id, flags);
    return gasnet_barrier_wait(id, flags);
}

int gasnet_barrier_result(int *id)
{
    if (barrier_last.kind != BARRIER_NAMED)
        return 1;
    *id = barrier_last.id;
    return 0;
}
