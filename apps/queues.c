// Queues: the cost of finding a message when many receives are posted, or many messages are unexpected. By default, this
// program measures single calls of rank 0, and the message that is looked for is the last of the queue. With --preposted and
// --unexpected, it measures latencies between ranks 0 and 1, both of which have such queues.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WANTED = 0, OTHERS = 1, NEXT = 32000 }; // tags; the other messages have tags from OTHERS on
enum { PEER = 1, ROUNDS = 3 };

enum { MEASURED = 1, DUMMY = 2, LAST = 3 }; // tags of the latencies' messages
enum { THIRD = 2 };                         // the rank that sends the dummies of --differ source, if there is one
enum { DISCARDED = 4 };                     // the first repeats of a latency
enum { LIST_MAX = 64, LENGTH_MAX = 30000, SIZE_MAX_BYTES = 1 << 20, ROOM_MAX = 1 << 26, REPEATS_MAX = 100000 };

static const double PATIENCE = 20e-6; // in this time, in seconds, a message that was sent has arrived

struct list {
    int count, values[LIST_MAX];
};

struct options {
    int depth_max, no_times;
    int preposted, unexpected, by_source, csv, repeats;
    struct list lengths, fractions, sizes;
    const char *of_calls, *of_latencies, *of_preposted; // the last option given that only this kind of measurement has, or NULL
    char problem[160];                                  // the error, if the usage does not explain it; else empty
};

static const struct options DEFAULTS = {
    .depth_max = 1000,
    .repeats = 20,
    .lengths = {39, {0,  1,  2,  3,  4,  5,  6,   7,   8,   9,   10,  11,  12,  13,  14,  15,  16,  17,  18, 19,
                     20, 25, 32, 48, 64, 100, 127, 128, 129, 160, 200, 255, 256, 257, 300, 350, 400, 450, 500}},
    .fractions = {6, {0, 20, 40, 60, 80, 100}},
    .sizes = {3, {0, 64, 1024}},
};

static void usage(void)
{
    printf("usage: queues [--max DEPTH] [--no-times]\n"
           "       queues [--preposted] [--unexpected] [--lengths L,...] [--fractions P,...] [--sizes S,...]\n"
           "              [--repeats N] [--differ tag|source] [--csv] [--no-times]\n"
           "  --max DEPTH     the longest queue (default 1000); depths are 1, 2, 5, 10, 20, 50, ...\n"
           "  --no-times      print only what does not depend on the machine\n"
           "Needs 2 ranks. Times are those of one call, in cycles (of MPI_Wtick), the last of %d.\n",
           ROUNDS);
    printf("With one of these or both, latencies between ranks 0 and 1 in nanoseconds (half a round trip, mean of the repeats):\n"
           "  --preposted     both ranks have posted L receives of dummies, floor(P * L / 100) of them before the one measured\n"
           "  --unexpected    both ranks have L unexpected dummies; the time includes posting the receive\n"
           "  --lengths L,..  dummies in the queue (0 to %d; default 0 to 20, then 25 to 500 in 18 steps)\n"
           "  --fractions P,. percent of the dummies posted before (default 0,20,40,60,80,100)\n"
           "  --sizes S,...   bytes of each message, dummies too (0 to %d; default 0,64,1024)\n"
           "  --repeats N     of each line (%d to %d; default 20), the first %d of which do not count\n"
           "  --differ tag    dummies differ from the message measured in their tag only, and come from the peer (default)\n"
           "  --differ source in their source only: rank 2 sends them, or with 2 ranks each rank sends its own to itself\n"
           "                  (which some MPIs keep in a queue apart)\n"
           "  --csv           commas between the columns, and no last line\n"
           "The longest queue times the largest size is at most %d bytes, and a rank allocates as much. All dummies are\n"
           "received before the next repeat.\n",
           LENGTH_MAX, SIZE_MAX_BYTES, DISCARDED + 1, REPEATS_MAX, DISCARDED, ROOM_MAX);
}

// Reads an unsigned number at `*text`, and moves `*text` behind it. Returns whether it lies within the limits.
static int read_number(const char **text, int least, int most, int *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return 0;
    long number = strtol(*text, &end, 10);
    *text = end;
    *value = number < least || number > most ? 0 : (int)number;
    return number >= least && number <= most;
}

static int read_single(const char *text, int least, int most, int *value)
{
    return read_number(&text, least, most, value) && *text == '\0';
}

// Reads numbers with commas between them. Returns whether `text` is such a list, of at most LIST_MAX numbers.
static int read_list(const char *text, int most, struct list *list)
{
    for (list->count = 0; list->count < LIST_MAX; text++) {
        if (!read_number(&text, 0, most, &list->values[list->count++]))
            return 0;
        if (*text != ',')
            return *text == '\0';
    }
    return 0;
}

static int read_differ(const char *text, struct options *options)
{
    options->by_source = strcmp(text, "source") == 0;
    return options->by_source || strcmp(text, "tag") == 0;
}

// Parses an option without a value. Returns whether there is one of this name.
static int parse_flag(const char *name, struct options *options)
{
    if (strcmp(name, "--no-times") == 0)
        options->no_times = 1;
    else if (strcmp(name, "--preposted") == 0)
        options->preposted = 1;
    else if (strcmp(name, "--unexpected") == 0)
        options->unexpected = 1;
    else if (strcmp(name, "--csv") == 0)
        options->csv = 1, options->of_latencies = name;
    else
        return 0;
    return 1;
}

// Parses an option with a value. Returns 1, 0 if the value is wrong, -1 if there is no such option.
static int parse_value(const char *name, const char *value, struct options *options)
{
    if (strcmp(name, "--max") == 0) {
        options->of_calls = name;
        return read_single(value, 1, NEXT - OTHERS - 1, &options->depth_max);
    }
    if (strcmp(name, "--fractions") == 0) {
        options->of_preposted = name;
        return read_list(value, 100, &options->fractions);
    }
    options->of_latencies = name;
    if (strcmp(name, "--lengths") == 0)
        return read_list(value, LENGTH_MAX, &options->lengths);
    if (strcmp(name, "--sizes") == 0)
        return read_list(value, SIZE_MAX_BYTES, &options->sizes);
    if (strcmp(name, "--repeats") == 0)
        return read_single(value, DISCARDED + 1, REPEATS_MAX, &options->repeats);
    return strcmp(name, "--differ") == 0 ? read_differ(value, options) : -1;
}

static int largest(const struct list *list)
{
    int most = 0;
    for (int i = 0; i < list->count; i++)
        most = list->values[i] > most ? list->values[i] : most;
    return most;
}

// Finds options that do not go together. Returns 0; or 2, and sets the problem.
static int check(struct options *options)
{
    const char *alone = options->of_latencies ? options->of_latencies : options->of_preposted;
    char *problem = options->problem;
    size_t room = sizeof options->problem;
    int latencies = options->preposted || options->unexpected;
    if (latencies && options->of_calls)
        snprintf(problem, room, "%s does not go with --preposted or --unexpected", options->of_calls);
    else if (!latencies && alone)
        snprintf(problem, room, "%s needs --preposted or --unexpected", alone);
    else if (!options->preposted && options->of_preposted)
        snprintf(problem, room, "%s needs --preposted", options->of_preposted);
    else if ((long long)largest(&options->lengths) * largest(&options->sizes) > ROOM_MAX)
        snprintf(problem, room, "a queue of %d messages of %d bytes is larger than %d bytes", largest(&options->lengths),
                 largest(&options->sizes), ROOM_MAX);
    return problem[0] ? 2 : 0;
}

// Fills in `options`. Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, struct options *options)
{
    *options = DEFAULTS;
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(name, "-h") == 0)
            return 1;
        if (parse_flag(name, options))
            continue;
        int good = parse_value(name, value, options);
        if (good != 1) {
            const char *what = good == 0 ? "wrong value for" : "there is no option";
            snprintf(options->problem, sizeof options->problem, "%s %s%s%s", what, name, good == 0 ? ": " : "",
                     good == 0 ? value : "");
            return 2;
        }
        i++;
    }
    return check(options);
}

static void expect(int found, int wanted)
{
    if (found != wanted) {
        fprintf(stderr, "queues: received %d in place of %d\n", found, wanted);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

// Begins to send one message. (MPI_Send might wait for the receive of a message that is to be unexpected.)
static void send_begin(int tag, int *data, MPI_Request *request)
{
    *data = tag;
    MPI_Isend(data, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, request);
}

static void *allocate(int count, size_t bytes)
{
    void *memory = malloc((size_t)count * bytes);
    if (memory == NULL) {
        fprintf(stderr, "queues: no memory for a queue of %d\n", count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static void await_word(void)
{
    MPI_Recv(NULL, 0, MPI_INT, 0, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void give_word(void)
{
    MPI_Send(NULL, 0, MPI_INT, PEER, NEXT, MPI_COMM_WORLD);
}

// Rank 0 has posted `depth` receives. This rank sends first the message for the last of them, then the others.
static double posted_peer(int depth, int *data, MPI_Request *requests)
{
    await_word();
    send_begin(WANTED, &data[WANTED], &requests[WANTED]);
    await_word();
    for (int tag = OTHERS; tag < depth; tag++)
        send_begin(tag, &data[tag], &requests[tag]);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    return 0;
}

// Returns the seconds of the MPI_Wait that finds the message WANTED arrived. The other receives are from `source`.
static double posted(int depth, int source, int *data, MPI_Request *requests)
{
    for (int tag = OTHERS; tag < depth; tag++)
        MPI_Irecv(&data[tag], 1, MPI_INT, source, tag, MPI_COMM_WORLD, &requests[tag]);
    MPI_Irecv(&data[WANTED], 1, MPI_INT, PEER, WANTED, MPI_COMM_WORLD, &requests[WANTED]);
    give_word();
    for (double begin = MPI_Wtime(); MPI_Wtime() - begin < PATIENCE;) // without a call that could receive the message
        ;
    double start = MPI_Wtime();
    MPI_Wait(&requests[WANTED], MPI_STATUS_IGNORE);
    double seconds = MPI_Wtime() - start;
    give_word();
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    for (int tag = 0; tag < depth; tag++)
        expect(data[tag], tag);
    return seconds;
}

static double unexpected_peer(int depth, int *data, MPI_Request *requests)
{
    for (int tag = OTHERS; tag < depth; tag++)
        send_begin(tag, &data[tag], &requests[tag]);
    send_begin(WANTED, &data[WANTED], &requests[WANTED]);
    MPI_Send(NULL, 0, MPI_INT, 0, NEXT, MPI_COMM_WORLD);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
    await_word();
    return 0;
}

// `depth` messages have arrived. Returns the seconds of the MPI_Recv from `source` that takes the last of them.
static double unexpected(int depth, int source, int *data, MPI_Request *requests)
{
    (void)requests;
    MPI_Probe(PEER, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // the message that was sent last
    double start = MPI_Wtime();
    MPI_Recv(&data[WANTED], 1, MPI_INT, source, WANTED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double seconds = MPI_Wtime() - start;
    MPI_Recv(NULL, 0, MPI_INT, PEER, NEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = OTHERS; tag < depth; tag++)
        MPI_Recv(&data[tag], 1, MPI_INT, PEER, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = 0; tag < depth; tag++)
        expect(data[tag], tag);
    give_word();
    return seconds;
}

// Returns the seconds between two calls of MPI_Wtime with nothing between them.
static double clock_seconds(void)
{
    double start = MPI_Wtime();
    return MPI_Wtime() - start;
}

enum queue { POSTED, UNEXPECTED };

// Returns the cycles of the last round.
static double cost(enum queue queue, int rank, int depth, int source)
{
    int *data = allocate(depth, sizeof *data);
    MPI_Request *requests = allocate(depth, sizeof *requests);
    double seconds = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == PEER)
            seconds = queue == POSTED ? posted_peer(depth, data, requests) : unexpected_peer(depth, data, requests);
        else
            seconds = queue == POSTED ? posted(depth, source, data, requests) : unexpected(depth, source, data, requests);
    }
    free(data);
    free(requests);
    return (seconds - clock_seconds()) / MPI_Wtick();
}

static void measure(const struct options *options, int rank)
{
    static const int steps[] = {1, 2, 5};
    if (rank == 0)
        printf("%8s %12s %12s %12s %12s\n", "depth", "posted", "any source", "unexpected", "any source");
    for (int decade = 1; decade <= options->depth_max; decade *= 10) {
        for (int step = 0; step < 3 && decade * steps[step] <= options->depth_max; step++) {
            int depth = decade * steps[step];
            double cycles[] = {cost(POSTED, rank, depth, PEER), cost(POSTED, rank, depth, MPI_ANY_SOURCE),
                               cost(UNEXPECTED, rank, depth, PEER), cost(UNEXPECTED, rank, depth, MPI_ANY_SOURCE)};
            if (rank == 0 && options->no_times)
                printf("%8d\n", depth);
            else if (rank == 0)
                printf("%8d %12.0f %12.0f %12.0f %12.0f\n", depth, cycles[0], cycles[1], cycles[2], cycles[3]);
        }
    }
}

// The part of a rank in the latency measurements. Ranks 0 and 1 measure; rank THIRD, if it takes part, only sends dummies.
struct part {
    MPI_Comm comm; // of the ranks that take part
    int rank, ranks, measures;
    int dummy_source, dummy_tag;
    int targets[2], target_count; // the ranks to which this one sends dummies
    char *out, *in;               // the measured message
    char *dummies_out, *dummies_in;
    MPI_Request *receives, *sends;
};

// Returns byte `index` of a message. `number` is the number of a dummy, or of the repeat of a measured message.
static char pattern(int number, int index)
{
    return (char)(number + index);
}

static void verify(const struct part *part, const char *data, int size, int number)
{
    for (int i = 0; i < size; i++) {
        if (data[i] != pattern(number, i)) {
            fprintf(stderr, "queues: rank %d: byte %d of message %d is wrong\n", part->rank, i, number);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

// Returns the contents of a dummy. All dummies are sent from one buffer: number N begins at its byte N % 256.
static const char *dummy_out(const struct part *part, int number)
{
    return part->dummies_out + number % 256;
}

static char *dummy_in(const struct part *part, int number, int size)
{
    return part->dummies_in + (size_t)number * (size_t)size;
}

// Posts the receives of dummies `from` to `to` - 1.
static void post_dummies(const struct part *part, int from, int to, int size)
{
    for (int i = from; i < to; i++)
        MPI_Irecv(dummy_in(part, i, size), size, MPI_BYTE, part->dummy_source, part->dummy_tag, part->comm,
                  &part->receives[i]);
}

static void post_measured(const struct part *part, int size, MPI_Request *receive)
{
    MPI_Irecv(part->in, size, MPI_BYTE, !part->rank, MEASURED, part->comm, receive);
}

static void send_measured(const struct part *part, int size)
{
    MPI_Send(part->out, size, MPI_BYTE, !part->rank, MEASURED, part->comm);
}

// Returns the seconds of half a round trip between ranks 0 and 1, as rank 0 measures it. If `receive` is MPI_REQUEST_NULL, no
// receive is posted yet: posts it within that time. Completes the receive.
static double half_round_trip(const struct part *part, int size, MPI_Request *receive)
{
    double start = MPI_Wtime();
    if (*receive == MPI_REQUEST_NULL)
        post_measured(part, size, receive);
    if (part->rank == 0)
        send_measured(part, size);
    MPI_Wait(receive, MPI_STATUS_IGNORE);
    double stop = MPI_Wtime();
    if (part->rank == PEER)
        send_measured(part, size);
    return (stop - start) / 2;
}

static void prepare(const struct part *part, int size, int repeat)
{
    for (int i = 0; i < size; i++) {
        part->out[i] = pattern(repeat, i);
        part->in[i] = (char)~pattern(repeat, i);
    }
}

// Returns on rank 0 when rank 1 has left the barrier. Rank 0 may leave the barrier while rank 1, or its network interface, still searches
// the queue for the barrier's last message. That time would be part of the latency.
static void await_peer(const struct part *part)
{
    if (part->rank == PEER)
        MPI_Send(NULL, 0, MPI_BYTE, 0, LAST, part->comm);
    else
        MPI_Recv(NULL, 0, MPI_BYTE, PEER, LAST, part->comm, MPI_STATUS_IGNORE);
}

// One repeat with `length` dummies' receives posted, `before` of them before the measured one. Seconds, on rank 0. Collective.
static double preposted_seconds(const struct part *part, int length, int before, int size)
{
    double seconds = 0;
    int mine = part->measures ? length : 0;
    MPI_Request receive = MPI_REQUEST_NULL;
    if (part->measures) {
        post_dummies(part, 0, before, size);
        post_measured(part, size, &receive);
        post_dummies(part, before, length, size);
    }
    MPI_Barrier(part->comm);
    if (part->measures) {
        await_peer(part);
        seconds = half_round_trip(part, size, &receive);
    }
    if (part->ranks > THIRD) // rank THIRD must not send dummies during the measurement
        MPI_Barrier(part->comm);
    for (int target = 0; target < part->target_count; target++)
        for (int i = 0; i < length; i++)
            MPI_Send(dummy_out(part, i), size, MPI_BYTE, part->targets[target], part->dummy_tag, part->comm);
    MPI_Waitall(mine, part->receives, MPI_STATUSES_IGNORE);
    for (int i = 0; i < mine; i++)
        verify(part, dummy_in(part, i, size), size, i);
    MPI_Barrier(part->comm);
    return seconds;
}

// Begins to send `length` dummies to each target, and then an empty message LAST. Returns the number of requests.
static int begin_dummies(const struct part *part, int length, int size)
{
    int count = 0;
    for (int target = 0; target < part->target_count; target++) {
        int to = part->targets[target];
        for (int i = 0; i < length; i++)
            MPI_Isend(dummy_out(part, i), size, MPI_BYTE, to, part->dummy_tag, part->comm, &part->sends[count++]);
        MPI_Isend(NULL, 0, MPI_BYTE, to, LAST, part->comm, &part->sends[count++]);
    }
    return count;
}

// One repeat with `length` unexpected dummies. The message LAST is sent after them; when it has come, all are queued. Returns
// seconds, on rank 0. Collective.
static double unexpected_seconds(const struct part *part, int length, int size)
{
    double seconds = 0;
    MPI_Request receive = MPI_REQUEST_NULL;
    int sends = begin_dummies(part, length, size);
    if (part->measures)
        MPI_Recv(NULL, 0, MPI_BYTE, part->dummy_source, LAST, part->comm, MPI_STATUS_IGNORE);
    MPI_Barrier(part->comm);
    if (part->measures) {
        seconds = half_round_trip(part, size, &receive);
        for (int i = 0; i < length; i++) {
            MPI_Recv(part->dummies_in, size, MPI_BYTE, part->dummy_source, part->dummy_tag, part->comm, MPI_STATUS_IGNORE);
            verify(part, part->dummies_in, size, i);
        }
    }
    MPI_Waitall(sends, part->sends, MPI_STATUSES_IGNORE);
    MPI_Barrier(part->comm);
    return seconds;
}

struct configuration {
    enum queue queue;
    int length, fraction, size; // the fraction in percent, for POSTED
};

// Returns nanoseconds, on rank 0: the mean of the repeats without the first DISCARDED.
static double latency(const struct part *part, const struct configuration *what, int repeats)
{
    double sum = 0;
    int before = (int)((long long)what->fraction * what->length / 100);
    for (int repeat = 0; repeat < repeats; repeat++) {
        prepare(part, what->size, repeat);
        double seconds = what->queue == POSTED ? preposted_seconds(part, what->length, before, what->size)
                                               : unexpected_seconds(part, what->length, what->size);
        if (part->measures)
            verify(part, part->in, what->size, repeat);
        if (repeat >= DISCARDED)
            sum += seconds;
    }
    return 1e9 * sum / (repeats - DISCARDED);
}

// Measures a configuration; rank 0 prints its line.
static void latency_line(const struct part *part, const struct options *options, const struct configuration *what)
{
    double ns = latency(part, what, options->repeats);
    if (part->rank != 0)
        return;
    const char *name = what->queue == POSTED ? "preposted" : "unexpected";
    char fraction[16] = "";
    if (what->queue == POSTED)
        snprintf(fraction, sizeof fraction, "%d", what->fraction);
    else if (!options->csv)
        strcpy(fraction, "-");
    printf(options->csv ? "%s,%d,%s,%d" : "%-10s %8d %8s %8d", name, what->length, fraction, what->size);
    if (!options->no_times)
        printf(options->csv ? ",%.1f" : " %14.1f", ns);
    printf("\n");
}

static void latency_lines(const struct part *part, const struct options *options, enum queue queue)
{
    static const struct list NONE = {1, {0}};
    const struct list *fractions = queue == POSTED ? &options->fractions : &NONE;
    for (int size = 0; size < options->sizes.count; size++)
        for (int fraction = 0; fraction < fractions->count; fraction++)
            for (int length = 0; length < options->lengths.count; length++)
                latency_line(part, options,
                             &(struct configuration){.queue = queue,
                                                     .length = options->lengths.values[length],
                                                     .fraction = fractions->values[fraction],
                                                     .size = options->sizes.values[size]});
}

static void latency_head(const struct options *options)
{
    printf(options->csv ? "%s,%s,%s,%s" : "%-10s %8s %8s %8s", "queue", "length", "fraction", "size");
    if (!options->no_times)
        printf(options->csv ? ",%s" : " %14s", "ns");
    printf("\n");
}

// Chooses this rank's part: which rank sends it dummies, and to which ranks it sends dummies.
static void choose_part(struct part *part, int by_source)
{
    int third = part->ranks > THIRD;
    part->measures = part->rank != THIRD;
    part->dummy_tag = by_source ? MEASURED : DUMMY;
    part->dummy_source = third ? THIRD : by_source ? part->rank : !part->rank;
    part->target_count = !third ? 1 : part->measures ? 0 : 2;
    part->targets[0] = !third ? part->dummy_source : 0;
    part->targets[1] = PEER;
}

// Allocates room for the longest queue of the largest messages, at least a byte for each.
static void allocate_part(struct part *part, const struct options *options)
{
    int length = largest(&options->lengths), size = largest(&options->sizes);
    part->out = allocate(1 + size, 1);
    part->in = allocate(1 + size, 1);
    part->dummies_out = allocate(256 + size, 1);
    part->dummies_in = allocate(1 + (options->preposted ? length : 1), 1 + (size_t)size);
    part->receives = allocate(1 + length, sizeof *part->receives);
    part->sends = allocate(2 * (length + 1), sizeof *part->sends);
    for (int i = 0; i < 256 + size; i++)
        part->dummies_out[i] = pattern(0, i);
}

static void free_part(struct part *part)
{
    free(part->out);
    free(part->in);
    free(part->dummies_out);
    free(part->dummies_in);
    free(part->receives);
    free(part->sends);
}

// Measures the latencies that the options ask for. Ranks that take no part return at once.
static void measure_latencies(const struct options *options, int rank, int size)
{
    struct part part = {.comm = MPI_COMM_WORLD, .rank = rank};
    part.ranks = options->by_source && size > THIRD ? THIRD + 1 : PEER + 1;
    if (size > part.ranks)
        MPI_Comm_split(MPI_COMM_WORLD, rank < part.ranks ? 0 : MPI_UNDEFINED, rank, &part.comm);
    if (rank >= part.ranks)
        return;
    choose_part(&part, options->by_source);
    allocate_part(&part, options);
    if (rank == 0)
        latency_head(options);
    if (options->preposted)
        latency_lines(&part, options, POSTED);
    if (options->unexpected)
        latency_lines(&part, options, UNEXPECTED);
    free_part(&part);
    if (size > part.ranks)
        MPI_Comm_free(&part.comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct options options;
    int parsed = parse(argc, argv, &options);
    if (parsed != 0 || size <= PEER) {
        if (rank == 0 && parsed == 0)
            fprintf(stderr, "queues: needs 2 ranks\n");
        if (rank == 0 && options.problem[0])
            fprintf(stderr, "queues: %s\n", options.problem);
        if (rank == 0 && parsed != 0)
            usage();
        MPI_Finalize();
        return parsed == 1 ? 0 : 2;
    }
    if (options.preposted || options.unexpected)
        measure_latencies(&options, rank, size);
    else if (rank <= PEER)
        measure(&options, rank);
    if (rank == 0 && !options.csv)
        printf("queues: OK\n");
    MPI_Finalize();
    return 0;
}
