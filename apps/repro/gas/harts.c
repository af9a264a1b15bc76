// The sequencers' experiments (rankine repro gas), done by harts with GASNet: cycles of a round trip, a remote write and a remote
// read between node 0 and a peer, and of the simple barrier. Prints the mean of REPEATS rounds, after REPEATS that do not count.
//
// rankine run -n 16 --platform gas-c apps/repro/gas/harts.c [PEER]
#include <gasnet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { REQUEST = 130, REPLY, CALL, DONE };
enum { REPEATS = 16, ROUNDS = 2 * REPEATS };

static volatile int replies, calls, done;

static void request(gasnet_token_t token)
{
    gasnet_AMReplyShort0(token, REPLY);
}

static void reply(gasnet_token_t token)
{
    (void)token;
    replies++;
}

static void call(gasnet_token_t token)
{
    (void)token;
    calls++;
}

static void barrier_done(gasnet_token_t token)
{
    (void)token;
    done++;
}

static uint32_t now(void)
{
    uint32_t cycles;
    __asm__ volatile("rdcycle %0" : "=r"(cycles));
    return cycles;
}

static void round_trip(gasnet_node_t peer, void *there)
{
    (void)there;
    int before = replies;
    gasnet_AMRequestShort0(peer, REQUEST);
    GASNET_BLOCKUNTIL(replies != before);
}

static void write_word(gasnet_node_t peer, void *there)
{
    static uint32_t word;
    gasnet_put(peer, there, &word, sizeof word);
}

static void read_word(gasnet_node_t peer, void *there)
{
    static uint32_t word;
    gasnet_get(&word, peer, there, sizeof word);
}

// All other nodes send node 0 a message; then node 0 sends each of them one.
static void simple_barrier(gasnet_node_t peer, void *there)
{
    (void)peer, (void)there;
    gasnet_node_t nodes = gasnet_nodes();
    if (gasnet_mynode() == 0) {
        GASNET_BLOCKUNTIL(calls >= (int)nodes - 1);
        calls -= (int)nodes - 1;
        for (gasnet_node_t node = 1; node < nodes; node++)
            gasnet_AMRequestShort0(node, DONE);
        return;
    }
    int before = done;
    gasnet_AMRequestShort0(0, CALL);
    GASNET_BLOCKUNTIL(done != before);
}

static void measure(const char *what, void (*act)(gasnet_node_t, void *), gasnet_node_t peer, void *there)
{
    uint32_t begin = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (i == REPEATS)
            begin = now();
        act(peer, there);
    }
    if (gasnet_mynode() == 0)
        printf("%s %lu\n", what, (unsigned long)((now() - begin) / REPEATS));
}

int main(int argc, char **argv)
{
    gasnet_handlerentry_t handlers[] = {{REQUEST, (void (*)())request},
                                        {REPLY, (void (*)())reply},
                                        {CALL, (void (*)())call},
                                        {DONE, (void (*)())barrier_done}};
    gasnet_init(&argc, &argv);
    gasnet_attach(handlers, sizeof handlers / sizeof handlers[0], GASNET_PAGESIZE, 0);
    gasnet_node_t peer = (gasnet_node_t)(argc > 1 ? atoi(argv[1]) : 1);
    gasnet_seginfo_t segments[gasnet_nodes()];
    gasnet_getSegmentInfo(segments, (int)gasnet_nodes());
    if (peer >= gasnet_nodes()) {
        fprintf(stderr, "harts: there is no node %u\n", (unsigned)peer);
        gasnet_exit(2);
    }
    if (gasnet_mynode() == 0) {
        measure("round-trip", round_trip, peer, segments[peer].addr);
        measure("write", write_word, peer, segments[peer].addr);
        measure("read", read_word, peer, segments[peer].addr);
    }
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
    gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
    measure("barrier", simple_barrier, 0, NULL);
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
    gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
    gasnet_exit(0);
}
