// The cost of messages, by the tests of TMD-MPIbench (Saldaña 2006 §5.1, appendix C): latency, contention, barriers.
//
// It uses only the part of MPI that TMD-MPI has (Saldaña 2006 §4.3): blocking sends and receives, barrier, broadcast,
// sum. As there, sizes are in words of 32 bits, times in whole microseconds, bandwidth in bytes a second. Time is read
// as a double; all other arithmetic is in integers, as the machines may have no floating-point unit.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_DATA = 1, TAG_TOKEN, TAG_TIME };
enum { MOST_SIZES = 16, MOST_PAIRS = 8, MOST_WORDS = 1 << 24 };

static struct {
    int samples, barriers, mhz, hide_times, as_printed;
    int sizes, words[MOST_SIZES];
    int pairs, from[MOST_PAIRS], to[MOST_PAIRS];
    unsigned chosen; // one bit for each test
} options = {
    .samples = 5,
    .barriers = 10,
    .sizes = 8,
    .words = {0, 1, 5, 10, 50, 100, 500, 1000},
    .from = {0},
    .to = {1},
};

static int rank, size;
static int wrong;             // words received that had a wrong value
static unsigned *out, *in;    // messages are sent from `out` and received into `in`
static int words, other;      // length and other rank of the measured message
static int clock_ns, loop_ns; // time of a call of MPI_Wtime, and of a round of a loop

static unsigned pattern(int seed, int index)
{
    return (unsigned)seed * 40503u + (unsigned)index * 7919u + 1u;
}

// Fills `out` with a message, and `in` with other values.
static void prepare(int seed)
{
    for (int i = 0; i < words; i++) {
        out[i] = pattern(seed, i);
        in[i] = ~out[i];
    }
}

static void verify(const unsigned *data, int count, int seed)
{
    int before = wrong;
    for (int i = 0; i < count; i++)
        wrong += data[i] != pattern(seed, i);
    if (wrong != before)
        fprintf(stderr, "tmdbench: rank %d: %d words of %d are wrong\n", rank, wrong - before, count);
}

static void send(const unsigned *data, int count, int to, int tag)
{
    MPI_Send(data, count, MPI_UNSIGNED, to, tag, MPI_COMM_WORLD);
}

static void receive(unsigned *data, int count, int from, int tag)
{
    MPI_Recv(data, count, MPI_UNSIGNED, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int to_ns(double seconds)
{
    return seconds > 2.0 ? 2000000000 : seconds > 0 ? (int)(seconds * 1e9) : 0;
}

// Returns the seconds of `count` steps, one after the other, and of one reading of the clock.
static double elapsed(void (*volatile step)(void), int count)
{
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++)
        step();
    return MPI_Wtime() - start;
}

// Returns the mean nanoseconds of `count` steps, without the time of the loop and of reading the clock.
static int time_of(void (*step)(void), int count)
{
    int ns = to_ns((elapsed(step, count) - 1e-9 * clock_ns) / count) - loop_ns;
    return ns > 0 ? ns : 0;
}

static void print_line(int count, int ns)
{
    if (options.hide_times) {
        printf("%8d\n", count);
        return;
    }
    long long bandwidth = ns > 0 ? 4000000000LL * count / ns : 0;
    printf("%8d %10d %12lld", count, ns / 1000, bandwidth);
    if (options.as_printed) {
        printf("\n");
        return;
    }
    printf(" %10d.%03d", ns / 1000, ns % 1000);
    if (options.mhz != 0)
        printf(" %12lld", (long long)ns * options.mhz / 1000);
    printf("\n");
}

static void print_head(const char *title)
{
    printf("# %s\n%8s", title, "words");
    if (!options.hide_times)
        printf(" %10s %12s", "us", "B/s");
    if (!options.hide_times && !options.as_printed)
        printf(" %14s%s", "us", options.mhz != 0 ? "       cycles" : "");
    printf("\n");
}

// Prints a single time, with its name.
static void print_time(const char *what, int ns)
{
    printf("# %s", what);
    if (!options.hide_times)
        printf(": %d us", ns / 1000);
    if (!options.hide_times && !options.as_printed)
        printf(", %d.%03d us", ns / 1000, ns % 1000);
    if (!options.hide_times && !options.as_printed && options.mhz != 0)
        printf(", %lld cycles", (long long)ns * options.mhz / 1000);
    printf("\n");
}

static void nothing(void)
{
}

static void read_clock(void)
{
    MPI_Wtime();
}

// Measures the clock and the loop, on each rank for itself. Later times do not include them.
static void calibrate(void)
{
    double calls = elapsed(read_clock, options.samples), rounds = elapsed(nothing, options.samples);
    clock_ns = to_ns((calls - rounds) / options.samples);
    loop_ns = to_ns((rounds - 1e-9 * clock_ns) / options.samples);
}

static void test_clock(void)
{
    if (rank == 0)
        print_time("a call of MPI_Wtime", clock_ns);
}

static void test_loop(void)
{
    if (rank == 0)
        print_time("a round of a loop, with a call of an empty function", loop_ns);
}

// A token goes round all ranks. After the token, each rank sends rank 0 a word. Rank 0 waits for the token, so these
// words are unexpected; then it takes them, from rank `first` on.
static void list_round(int first, int step)
{
    unsigned token = 0;
    if (rank > 0) {
        receive(&token, 1, rank - 1, TAG_TOKEN);
        send(&token, 1, (rank + 1) % size, TAG_TOKEN);
        send(out, 1, 0, TAG_DATA);
        return;
    }
    send(&token, 1, 1, TAG_TOKEN);
    receive(&token, 1, size - 1, TAG_TOKEN);
    for (int from = first; from > 0 && from < size; from += step)
        receive(in + from, 1, from, TAG_DATA);
}

static void list_in_order(void)
{
    list_round(1, 1);
}

static void list_reversed(void)
{
    list_round(size - 1, -1);
}

static void test_list_with(void (*step)(void), const char *title)
{
    words = size;
    prepare(rank);
    int ns = time_of(step, options.samples) / (size - 1);
    for (int from = 1; rank == 0 && from < size; from++)
        verify(in + from, 1, from);
    if (rank != 0)
        return;
    print_head(title);
    print_line(1, ns);
}

static void test_list(void)
{
    test_list_with(list_in_order, "list: unexpected messages and their token, the first taken first; time of one");
    MPI_Barrier(MPI_COMM_WORLD);
    test_list_with(list_reversed, "list: unexpected messages and their token, the last taken first; time of one");
}

static void ring_step(void)
{
    if (rank == 0)
        send(out, words, 1, TAG_DATA);
    receive(in, words, (rank + size - 1) % size, TAG_DATA);
    if (rank != 0)
        send(in, words, (rank + 1) % size, TAG_DATA);
}

static void test_ring(void)
{
    if (rank == 0)
        print_head("ring: round all ranks; time from one to the next");
    for (int i = 0; i < options.sizes; i++) {
        words = options.words[i];
        prepare(0);
        ring_step();
        int ns = time_of(ring_step, options.samples) / size;
        verify(in, words, 0);
        if (rank == 0)
            print_line(words, ns);
    }
}

static void ask(void)
{
    send(out, words, other, TAG_DATA);
    receive(in, words, other, TAG_DATA);
}

static void answer(void)
{
    receive(in, words, other, TAG_DATA);
    send(in, words, other, TAG_DATA);
}

// Returns half the time of a round trip, as rank `from` measures it.
static int round_trip(int from, int to)
{
    void (*step)(void) = rank == from ? ask : answer;
    other = rank == from ? to : from;
    prepare(from);
    step();
    int ns = time_of(step, options.samples) / 2;
    verify(in, words, from);
    return ns;
}

// Sends a time from rank `from` to rank 0.
static int fetch_time(int ns, int from)
{
    unsigned time = (unsigned)ns;
    if (rank == from && from != 0)
        send(&time, 1, 0, TAG_TIME);
    if (rank == 0 && from != 0)
        receive(&time, 1, from, TAG_TIME);
    return (int)time;
}

static void test_latency(void)
{
    for (int pair = 0; pair < options.pairs; pair++) {
        int from = options.from[pair], to = options.to[pair];
        char title[80];
        snprintf(title, sizeof title, "latency: ranks %d and %d; half a round trip", from, to);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            print_head(title);
        for (int i = 0; i < options.sizes; i++) {
            int ns = 0;
            words = options.words[i];
            if (rank == from || rank == to)
                ns = round_trip(from, to);
            ns = fetch_time(ns, from);
            if (rank == 0)
                print_line(words, ns);
        }
    }
}

// Waits for the receiver's start message, then sends one message after the other.
static void send_stream(void)
{
    receive(in, 0, other, TAG_TOKEN);
    for (int i = 0; i < options.samples; i++)
        send(out, words, other, TAG_DATA);
}

static void receive_stream(void)
{
    send(out, 0, other, TAG_TOKEN);
    for (int i = 0; i < options.samples; i++)
        receive(in, words, other, TAG_DATA);
}

// Returns the receiver's time for one message of a stream. It includes a share of the empty message that starts the stream.
static int stream(int sender)
{
    void (*step)(void) = rank == sender ? send_stream : receive_stream;
    prepare(sender);
    step();
    int ns = time_of(step, 1) / options.samples;
    if (rank != sender)
        verify(in, words, sender);
    return ns;
}

// Measures the pairs one by one, or all at once. Returns the time of the slowest pair, on rank 0.
static int slowest_pair(int half, int together)
{
    int sender = rank % half, takes_part = rank < 2 * half, mine = 0, slowest = 0;
    other = rank < half ? rank + half : rank - half;
    for (int turn = 0; turn < (together ? 1 : half); turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (takes_part && (together || sender == turn))
            mine = stream(sender);
    }
    for (int from = half; from < 2 * half; from++) {
        int ns = fetch_time(mine, from);
        slowest = ns > slowest ? ns : slowest;
    }
    return slowest;
}

static void test_contention(void)
{
    for (int together = 0; together < 2; together++) {
        if (rank == 0)
            print_head(together ? "contention: half of the ranks send to the other half at once; slowest pair"
                                : "contention: the same pairs, one by one; slowest pair");
        for (int i = 0; i < options.sizes; i++) {
            words = options.words[i];
            int ns = slowest_pair(size / 2, together);
            if (rank == 0)
                print_line(words, ns);
        }
    }
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void test_barrier(void)
{
    barrier();
    int ns = time_of(barrier, options.barriers);
    if (rank != 0)
        return;
    char title[80];
    snprintf(title, sizeof title, "barrier of %d ranks, mean of %d", size, options.barriers);
    print_time(title, ns);
    if (!options.hide_times)
        printf("# barriers a second: %d\n", ns > 0 ? 1000000000 / ns : 0);
}

static const struct {
    const char *name;
    void (*run)(void);
} TESTS[] = {
    {"clock", test_clock},     {"loop", test_loop},             {"list", test_list},       {"ring", test_ring},
    {"latency", test_latency}, {"contention", test_contention}, {"barrier", test_barrier},
};
enum { COUNT = sizeof TESTS / sizeof TESTS[0] };

static void usage(void)
{
    printf("usage: tmdbench [OPTION]... [TEST]...\n"
           "tests (default all): clock, loop, list, ring, latency, contention, barrier\n"
           "  --samples N      messages that a time is the mean of (default 5; the thesis has 100)\n"
           "  --barriers N     barriers likewise (default 10; the thesis has 100)\n"
           "  --sizes N,N,...  words of a message (default 0,1,5,10,50,100,500,1000)\n"
           "  --pair A:B       ranks whose latency is measured (default 0:1); may be repeated\n"
           "  --mhz N          print cycles of such a clock, too\n"
           "  --as-printed     print what the thesis prints: words, whole microseconds, bytes a second\n"
           "  --no-times       print no times\n");
}

// Reads a number from `least` to `most` that ends with `end`, and moves behind it. Returns -1 if there is none.
static int number(const char **text, char end, int least, int most)
{
    char *stop;
    long value = strtol(*text, &stop, 10);
    if (stop == *text || *stop != end || value < least || value > most)
        return -1;
    *text = *stop ? stop + 1 : stop;
    return (int)value;
}

static int take_sizes(const char *text)
{
    for (options.sizes = 0; options.sizes < MOST_SIZES;) {
        char end = strchr(text, ',') != NULL ? ',' : '\0';
        int count = number(&text, end, 0, MOST_WORDS);
        if (count < 0)
            return 0;
        options.words[options.sizes++] = count;
        if (end == '\0')
            return 1;
    }
    return 0;
}

static int take_pair(const char *text)
{
    if (options.pairs == MOST_PAIRS)
        return 0;
    int from = number(&text, ':', 0, size - 1), to = from < 0 ? -1 : number(&text, '\0', 0, size - 1);
    options.from[options.pairs] = from;
    options.to[options.pairs] = to;
    options.pairs++;
    return to >= 0 && from != to;
}

// Takes the option's value. Returns 0 if the value is wrong, or if there is no such option.
static int take_option(const char *name, const char *value)
{
    if (strcmp(name, "--samples") == 0)
        return (options.samples = number(&value, '\0', 1, 1000000)) > 0;
    if (strcmp(name, "--barriers") == 0)
        return (options.barriers = number(&value, '\0', 1, 1000000)) > 0;
    if (strcmp(name, "--mhz") == 0)
        return (options.mhz = number(&value, '\0', 1, 100000)) > 0;
    if (strcmp(name, "--sizes") == 0)
        return take_sizes(value);
    return strcmp(name, "--pair") == 0 && take_pair(value);
}

static int take_test(const char *name)
{
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(name, TESTS[i].name) == 0) {
            options.chosen |= 1u << i;
            return 1;
        }
    }
    return 0;
}

// Returns 0 to go on, 1 for help, 2 for a wrong argument. Rank 0 reports the wrong argument.
static int parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int is_option = argv[i][0] == '-';
        const char *value = is_option && i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--no-times") == 0) {
            options.hide_times = 1;
        } else if (strcmp(argv[i], "--as-printed") == 0) {
            options.as_printed = 1;
        } else if (is_option ? take_option(argv[i], value) : take_test(argv[i])) {
            i += is_option;
        } else {
            if (rank == 0)
                fprintf(stderr, "tmdbench: wrong argument: %s%s%s; -h lists what there is; the last rank is %d\n",
                        argv[i], *value ? " " : "", value, size - 1);
            return 2;
        }
    }
    if (options.pairs == 0)
        options.pairs = 1;
    if (size < 2 && rank == 0)
        fprintf(stderr, "tmdbench: needs at least 2 ranks\n");
    return size < 2 ? 2 : 0;
}

// Allocates room for the largest message, and for the words of the list test.
static void make_room(void)
{
    size_t most = (size_t)size;
    for (int i = 0; i < options.sizes; i++)
        most = (size_t)options.words[i] > most ? (size_t)options.words[i] : most;
    out = malloc(most * sizeof *out);
    in = malloc(most * sizeof *in);
    if (out == NULL || in == NULL) {
        fprintf(stderr, "tmdbench: rank %d: no memory for two messages of %zu words\n", rank, most);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

// Returns the number of wrong words on all ranks.
static int run(void)
{
    int all = 0;
    make_room();
    calibrate();
    for (int i = 0; i < COUNT; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (options.chosen == 0 || options.chosen >> i & 1)
            TESTS[i].run();
    }
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Bcast(&all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("tmdbench: %s\n", all == 0 ? "OK" : "WRONG");
    free(out);
    free(in);
    return all;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int parsed = parse(argc, argv), result = parsed == 2 ? 2 : 0;
    if (parsed == 1 && rank == 0)
        usage();
    if (parsed == 0)
        result = run() != 0;
    MPI_Finalize();
    return result;
}
