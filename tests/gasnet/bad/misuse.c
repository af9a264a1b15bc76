// Misuse of GASNet. Each case ends the run with one message that names node, call and
// handler, and with the GASNet error as exit code. The argument selects the case.
// run: -n 2 -- no_handler
// exit: 3
// check: misuse
// stderr: rank 1
// stderr: active message from node 0 for handler 200, which nobody registered here
// stderr: the run ends with exit code 3 (GASNET_ERR_BAD_ARG)
// run: -n 2 -- reserved
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestShort: handler 5 is the library's own
// run: -n 2 -- seventeen
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestShort: 17 arguments, and a message has 0 to 16
// run: -n 2 -- no_node
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestShort: there is no node 2, handler 128 was for it; there are 2 nodes
// run: -n 2 -- too_long
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestMedium: 4097 bytes for handler 129 of node 1, at most 4096 can be sent
// run: -n 2 -- outside
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestLong: 16 bytes at
// stderr: for handler 129 are not in the segment of node 1
// run: -n 2 -- put_outside
// exit: 3
// check: misuse
// stderr: gasnet_put: 4 bytes at
// stderr: are not in the segment of node 1
// run: -n 2 -- get_no_node
// exit: 3
// check: misuse
// stderr: gasnet_get: there is no node 7; there are 2
// run: -n 2 -- long_value
// exit: 3
// check: misuse
// stderr: gasnet_put_val: 9 bytes, a value has 1 to 8
// run: -n 2 -- reply_twice
// exit: 3
// check: misuse
// stderr: rank 1
// stderr: gasnet_AMReplyShort: handler 130 has replied already
// run: -n 2 -- reply_to_reply
// exit: 3
// check: misuse
// stderr: rank 0
// stderr: gasnet_AMReplyShort: handler 132 has replied already, or handles a reply
// run: -n 2 -- request_in_handler
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestShort: called in handler 133, which may only reply
// run: -n 2 -- put_in_handler
// exit: 3
// check: misuse
// stderr: gasnet_put: called in handler 134, which may only reply
// run: -n 2 -- poll_in_handler
// exit: 3
// check: misuse
// stderr: gasnet_AMPoll: called in handler 135, which may only reply
// run: -n 2 -- mpi_in_handler
// exit: 3
// check: misuse
// stderr: handler 136 waits for other nodes: handlers may only reply
// run: -n 2 -- old_token
// exit: 3
// check: misuse
// stderr: gasnet_AMReplyShort: the token is not that of a handler that runs
// run: -n 2 -- keeps_lock
// exit: 3
// check: misuse
// stderr: handler 137 ended with a handler-safe lock
// run: -n 2 -- send_with_lock
// exit: 3
// check: misuse
// stderr: gasnet_AMRequestShort: called in a no-interrupt section, or with a handler-safe lock
// run: -n 2 -- poll_in_section
// exit: 3
// check: misuse
// stderr: gasnet_AMPoll: called in a no-interrupt section
// run: -n 2 -- lock_twice
// exit: 3
// check: misuse
// stderr: gasnet_hsl_lock: the lock at
// stderr: is taken already
// run: -n 2 -- unlock_free
// exit: 3
// check: misuse
// stderr: gasnet_hsl_unlock: the lock at
// stderr: is not taken
// run: -n 2 -- unlock_order
// exit: 3
// check: misuse
// stderr: was not taken last
// run: -n 2 -- lock_unmade
// exit: 3
// check: misuse
// stderr: was never initialized
// run: -n 2 -- init_twice
// exit: 3
// check: misuse
// stderr: gasnet_hsl_init: the lock at
// stderr: is initialized already
// run: -n 2 -- destroy_taken
// exit: 3
// check: misuse
// stderr: gasnet_hsl_destroy: the lock at
// run: -n 2 -- hold_twice
// exit: 3
// check: misuse
// stderr: gasnet_hold_interrupts: called in a no-interrupt section
// run: -n 2 -- resume_free
// exit: 3
// check: misuse
// stderr: gasnet_resume_interrupts: called outside a no-interrupt section
// run: -n 2 -- notify_twice
// exit: 3
// check: misuse
// stderr: gasnet_barrier_notify: called twice
// run: -n 2 -- wait_alone
// exit: 3
// check: misuse
// stderr: gasnet_barrier_wait: called without gasnet_barrier_notify
// run: -n 2 -- collective_early
// exit: 1
// check: misuse
// stderr: gasnet_coll_broadcast: called before gasnet_coll_init
// run: -n 2 -- collective_root
// exit: 3
// check: misuse
// stderr: gasnet_coll_gather: root 2, of 2 nodes
// run: -n 2 -- collective_functions
// exit: 3
// check: misuse
// stderr: gasnet_coll_init: 1 functions for reductions, which are not here
// run: -n 2 -- mutex_twice
// exit: 134
// stderr: FATAL ERROR: gasnett_mutex_lock: the lock is taken already
// run: -n 2 -- mutex_free
// exit: 134
// stderr: FATAL ERROR: gasnett_mutex_unlock: the lock is not taken
// run: -n 2 -- signal_alone
// exit: 134
// stderr: gasnett_cond_wait: a rank has one thread, so none can send the signal
// run: -n 2 -genv NUMBER 12x -- environment
// exit: 134
// stderr: NUMBER=12x in the environment: give a number of bytes, such as 64KB
// run: -n 2 -- region_twice
// exit: 3
// check: misuse
// stderr: gasnet_begin_nbi_accessregion: called in an access region
// run: -n 2 -- region_end
// exit: 3
// check: misuse
// stderr: gasnet_end_nbi_accessregion: called outside access regions
// run: -n 2 -- sync_in_region
// exit: 3
// check: misuse
// stderr: gasnet_wait_syncnbi_all: called in an access region
// run: -n 2 -- early
// exit: 1
// check: misuse
// stderr: gasnet_put: called before gasnet_attach
// run: -n 2 -- earlier
// exit: 1
// check: misuse
// stderr: gasnet_mynode: called before gasnet_init
// stderr: the run ends with exit code 1 (GASNET_ERR_NOT_INIT)
// run: -n 2 -- missing
// exit: 86
// stderr: deadlock
// stderr: gasnet_barrier_wait
#define GASNET_DEBUG 1
#define GASNETT_USE_TRUE_MUTEXES 1
#include <gasnet.h>
#include <gasnet_tools.h>
#include <mpi.h>
#include <string.h>

enum { NOTHING = 128, PAYLOAD, TWICE, PING, PONG, SENDS, PUTS, POLLS, WAITS, KEEPS, KEEPS_TOKEN };

static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER, other = GASNET_HSL_INITIALIZER, unmade;
static gasnet_token_t old;
static int word;

static void nothing(gasnet_token_t token) { (void)token; }
static void payload(gasnet_token_t token, void *buffer, size_t bytes) { (void)token, (void)buffer, (void)bytes; }
static void keeps_token(gasnet_token_t token) { old = token; }
static void keeps_lock(gasnet_token_t token) { (void)token, gasnet_hsl_lock(&lock); }
static void ping(gasnet_token_t token) { gasnet_AMReplyShort0(token, PONG); }
static void pong(gasnet_token_t token) { gasnet_AMReplyShort0(token, PONG); }
static void sends(gasnet_token_t token) { (void)token, gasnet_AMRequestShort0(0, NOTHING); }
static void puts_there(gasnet_token_t token) { (void)token, gasnet_put(0, &word, &word, sizeof word); }
static void polls(gasnet_token_t token) { (void)token, gasnet_AMPoll(); }

static void replies_twice(gasnet_token_t token)
{
    gasnet_AMReplyShort0(token, NOTHING);
    gasnet_AMReplyShort0(token, NOTHING);
}

static void waits(gasnet_token_t token)
{
    (void)token;
    MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static gasnet_handlerentry_t table[] = {{NOTHING, nothing}, {PAYLOAD, payload}, {TWICE, replies_twice}, {PING, ping},
                                        {PONG, pong},       {SENDS, sends},     {PUTS, puts_there},     {POLLS, polls},
                                        {WAITS, waits},     {KEEPS, keeps_lock}, {KEEPS_TOKEN, keeps_token}};

// The mistakes that node 0 makes in messages.
static void send_wrongly(const char *what)
{
    static char buffer[4097];
    struct {
        const char *name;
        int handler;
    } to_handlers[] = {{"no_handler", 200},        {"reserved", 5},        {"reply_twice", TWICE},   {"reply_to_reply", PING},
                       {"request_in_handler", SENDS}, {"put_in_handler", PUTS}, {"poll_in_handler", POLLS}, {"mpi_in_handler", WAITS},
                       {"keeps_lock", KEEPS}};
    for (unsigned i = 0; i < sizeof to_handlers / sizeof to_handlers[0]; i++) {
        if (strcmp(what, to_handlers[i].name) == 0)
            gasnet_AMRequestShort0(1, to_handlers[i].handler);
    }
    if (strcmp(what, "seventeen") == 0)
        gasnet_AMRequestShort(1, NOTHING, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    if (strcmp(what, "no_node") == 0)
        gasnet_AMRequestShort0(2, NOTHING);
    if (strcmp(what, "too_long") == 0)
        gasnet_AMRequestMedium0(1, PAYLOAD, buffer, sizeof buffer);
    if (strcmp(what, "outside") == 0)
        gasnet_AMRequestLong0(1, PAYLOAD, buffer, 16, buffer);
    if (strcmp(what, "put_outside") == 0)
        gasnet_put(1, &word, &word, sizeof word);
    if (strcmp(what, "get_no_node") == 0)
        gasnet_get(&word, 7, &word, sizeof word);
    if (strcmp(what, "old_token") == 0) {
        gasnet_AMRequestShort0(0, KEEPS_TOKEN);
        GASNET_BLOCKUNTIL(old != NULL);
        gasnet_AMReplyShort0(old, NOTHING);
    }
    if (strcmp(what, "long_value") == 0) {
        gasnet_seginfo_t segments[2];
        gasnet_getSegmentInfo(segments, 2);
        gasnet_put_val(1, segments[1].addr, 0, sizeof(gasnet_register_value_t) + 1);
    }
}

static void lock_wrongly(const char *what)
{
    if (strcmp(what, "send_with_lock") == 0 || strcmp(what, "lock_twice") == 0 || strcmp(what, "unlock_order") == 0 ||
        strcmp(what, "destroy_taken") == 0)
        gasnet_hsl_lock(&lock);
    if (strcmp(what, "send_with_lock") == 0)
        gasnet_AMRequestShort0(1, NOTHING);
    if (strcmp(what, "lock_twice") == 0)
        gasnet_hsl_lock(&lock);
    if (strcmp(what, "destroy_taken") == 0)
        gasnet_hsl_destroy(&lock);
    if (strcmp(what, "unlock_free") == 0)
        gasnet_hsl_unlock(&other);
    if (strcmp(what, "unlock_order") == 0) {
        gasnet_hsl_lock(&other);
        gasnet_hsl_unlock(&lock);
    }
    if (strcmp(what, "init_twice") == 0)
        gasnet_hsl_init(&other);
    if (strcmp(what, "lock_unmade") == 0)
        gasnet_hsl_lock(&unmade);
    if (strcmp(what, "poll_in_section") == 0 || strcmp(what, "hold_twice") == 0)
        gasnet_hold_interrupts();
    if (strcmp(what, "poll_in_section") == 0)
        gasnet_AMPoll();
    if (strcmp(what, "hold_twice") == 0)
        gasnet_hold_interrupts();
    if (strcmp(what, "resume_free") == 0)
        gasnet_resume_interrupts();
}

static void synchronize_wrongly(const char *what)
{
    if (strcmp(what, "notify_twice") == 0 || strcmp(what, "missing") == 0)
        gasnet_barrier_notify(0, 0);
    if (strcmp(what, "notify_twice") == 0)
        gasnet_barrier_notify(0, 0);
    if (strcmp(what, "wait_alone") == 0 || strcmp(what, "missing") == 0)
        gasnet_barrier_wait(0, 0);
    if (strcmp(what, "region_twice") == 0 || strcmp(what, "sync_in_region") == 0)
        gasnet_begin_nbi_accessregion();
    if (strcmp(what, "region_twice") == 0)
        gasnet_begin_nbi_accessregion();
    if (strcmp(what, "sync_in_region") == 0)
        gasnet_wait_syncnbi_all();
    if (strcmp(what, "region_end") == 0)
        gasnet_end_nbi_accessregion();
}

static void collect_wrongly(const char *what)
{
    gasnet_coll_fn_entry_t none = {NULL, 0};
    if (strcmp(what, "collective_early") == 0)
        gasnet_coll_broadcast(GASNET_TEAM_ALL, &word, 0, &word, sizeof word, GASNET_COLL_LOCAL);
    if (strcmp(what, "collective_root") == 0)
        gasnet_coll_gather(GASNET_TEAM_ALL, 2, &word, &word, sizeof word, GASNET_COLL_LOCAL);
    if (strcmp(what, "collective_functions") == 0)
        gasnet_coll_init(NULL, 0, &none, 1, 0);
}

static void use_tools_wrongly(const char *what)
{
    static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
    static gasnett_cond_t condition = GASNETT_COND_INITIALIZER;
    if (strcmp(what, "mutex_twice") == 0)
        gasnett_mutex_lock(&mutex);
    if (strcmp(what, "mutex_twice") == 0)
        gasnett_mutex_lock(&mutex);
    if (strcmp(what, "mutex_free") == 0)
        gasnett_mutex_unlock(&mutex);
    if (strcmp(what, "signal_alone") == 0)
        gasnett_cond_wait(&condition, &mutex);
    if (strcmp(what, "environment") == 0)
        gasnett_getenv_int_withdefault("NUMBER", 1, 1024);
}

int main(int argc, char **argv)
{
    const char *what = argv[1];
    if (strcmp(what, "earlier") == 0)
        gasnet_mynode();
    gasnet_init(&argc, &argv);
    if (strcmp(what, "early") == 0)
        gasnet_put(0, &word, &word, sizeof word);
    gasnet_attach(table, sizeof table / sizeof table[0], GASNET_PAGESIZE, 0);
    if (gasnet_mynode() == 0) {
        send_wrongly(what);
        lock_wrongly(what);
        synchronize_wrongly(what);
        collect_wrongly(what);
        use_tools_wrongly(what);
    }
    for (;;)
        gasnet_AMPoll();
}
