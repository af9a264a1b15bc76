// Patterns: what matching costs in programs. Three ways to exchange many messages, on any number of ranks. Each makes long queues
// of posted receives or of unexpected messages.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 27, HERE = 13 }; // a cell of a 3-d grid and its neighbours; HERE is the cell itself
enum { ROOM_MAX = 1 << 26 };         // bytes of the messages, with requests, that a rank receives or sends in a round

struct options {
    int fields, depth, messages, bytes, rounds, no_times;
    char problem[160]; // the error, if the usage does not explain it; else empty
};

// A message of a round that this rank receives (or sends), from (or to) rank `other`.
struct message {
    int other, tag;
};

// The part of this rank in a round. All rounds are the same.
struct plan {
    int rank, ranks, bytes;
    int receive_count, send_count;
    struct message *receives, *sends; // in the order in which they are posted and sent
    char *in, *out;                   // room for the messages, `bytes` each
    MPI_Request *requests;            // first those of the receives, then those of the sends
};

static void usage(void)
{
    printf("usage: patterns halo [--fields F] [--bytes B] [--rounds N] [--no-times]\n"
           "       patterns alltoall [--depth D] [--bytes B] [--rounds N] [--no-times]\n"
           "       patterns manytoone [--messages K] [--bytes B] [--rounds N] [--no-times]\n"
           "  halo          F messages to each of the 26 neighbours in a periodic 3-d grid of the ranks (MPI_Dims_create).\n"
           "                With few ranks, several neighbours are the same rank, or the rank itself. All receives are\n"
           "                posted first, one field after the other. The sends follow in the same order.\n"
           "  alltoall      D messages from each rank to each other. All D sets of receives are posted at once, each in the\n"
           "                order of ranks. The sends of a set begin with the next rank.\n"
           "  manytoone     K messages from each other rank to rank 0. Rank 0 posts no receive for them before all have come:\n"
           "                all are unexpected. A rank sends its messages in the order of their tags. Rank 0 receives by\n"
           "                source and tag: from the highest tag to the lowest, and for each tag from the highest rank to the\n"
           "                lowest. So each search meets nearly all messages of lower tags first. An empty message from each\n"
           "                rank, which is not counted, tells rank 0 that the messages of that rank have come.\n"
           "  --fields F    messages to a neighbour (1 to 1000; default 4)\n"
           "  --depth D     messages to a rank (1 to 10000; default 1)\n"
           "  --messages K  messages from a rank (1 to 30000; default 8)\n"
           "  --bytes B     of each message (0 to 1048576; default 8)\n"
           "  --rounds N    that are timed (1 to 100000; default 5); the one before them is not\n"
           "  --no-times    print only what does not depend on the machine\n"
           "Prints how many messages all ranks send in a round, and the mean time of a round in nanoseconds. Rank 0 takes\n"
           "the time from a barrier to the end of the next one. The contents of all messages are checked between rounds.\n");
}

// Returns whether `text` is a number within the limits.
static int read_number(const char *text, int least, int most, int *value)
{
    char *end;
    long number = strtol(text, &end, 10);
    *value = number < least || number > most ? 0 : (int)number;
    return *text >= '0' && *text <= '9' && *end == '\0' && number >= least && number <= most;
}

static void *allocate(size_t count, size_t bytes)
{
    void *memory = malloc(count * bytes + 1);
    if (memory == NULL) {
        fprintf(stderr, "patterns: no memory for %lu times %lu bytes\n", (unsigned long)count, (unsigned long)bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static void add(struct message *list, int *count, int other, int tag)
{
    list[(*count)++] = (struct message){.other = other, .tag = tag};
}

// Returns the rank in a direction (0 to 26) of a periodic grid. Ranks are numbered along the last dimension first.
static int neighbour(const int dims[3], int rank, int direction)
{
    int at[3] = {rank / (dims[1] * dims[2]), rank / dims[2] % dims[1], rank % dims[2]};
    int step[3] = {direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1};
    for (int i = 0; i < 3; i++)
        at[i] = (at[i] + step[i] + dims[i]) % dims[i];
    return (at[0] * dims[1] + at[1]) * dims[2] + at[2];
}

// A tag says the field and the direction in which the message goes. So the message from the neighbour in a direction has
// the tag of the opposite direction.
static void plan_halo(struct plan *plan, const struct options *options)
{
    int dims[3] = {0, 0, 0};
    MPI_Dims_create(plan->ranks, 3, dims);
    for (int field = 0; field < options->fields; field++) {
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            if (direction == HERE)
                continue;
            int other = neighbour(dims, plan->rank, direction), opposite = DIRECTIONS - 1 - direction;
            add(plan->receives, &plan->receive_count, other, field * DIRECTIONS + opposite);
            add(plan->sends, &plan->send_count, other, field * DIRECTIONS + direction);
        }
    }
}

static void plan_alltoall(struct plan *plan, const struct options *options)
{
    for (int set = 0; set < options->depth; set++) {
        for (int other = 0; other < plan->ranks; other++)
            if (other != plan->rank)
                add(plan->receives, &plan->receive_count, other, set);
        for (int step = 1; step < plan->ranks; step++)
            add(plan->sends, &plan->send_count, (plan->rank + step) % plan->ranks, set);
    }
}

static void plan_manytoone(struct plan *plan, const struct options *options)
{
    if (plan->rank != 0) {
        for (int tag = 0; tag < options->messages; tag++)
            add(plan->sends, &plan->send_count, 0, tag);
        return;
    }
    for (int tag = options->messages - 1; tag >= 0; tag--)
        for (int other = plan->ranks - 1; other > 0; other--)
            add(plan->receives, &plan->receive_count, other, tag);
}

static char *receive_data(const struct plan *plan, int index)
{
    return plan->in + (size_t)index * (size_t)plan->bytes;
}

static char *send_data(const struct plan *plan, int index)
{
    return plan->out + (size_t)index * (size_t)plan->bytes;
}

static void begin_receives(const struct plan *plan)
{
    for (int i = 0; i < plan->receive_count; i++)
        MPI_Irecv(receive_data(plan, i), plan->bytes, MPI_BYTE, plan->receives[i].other, plan->receives[i].tag,
                  MPI_COMM_WORLD, &plan->requests[i]);
}

static void begin_sends(const struct plan *plan, MPI_Request *requests)
{
    for (int i = 0; i < plan->send_count; i++)
        MPI_Isend(send_data(plan, i), plan->bytes, MPI_BYTE, plan->sends[i].other, plan->sends[i].tag, MPI_COMM_WORLD,
                  &requests[i]);
}

// All receives are posted before anything is sent.
static void exchange(const struct plan *plan, const struct options *options)
{
    (void)options;
    begin_receives(plan);
    begin_sends(plan, plan->requests + plan->receive_count);
    MPI_Waitall(plan->receive_count + plan->send_count, plan->requests, MPI_STATUSES_IGNORE);
}

// When rank 0 receives the first of the other ranks' messages, all of them have arrived and are unexpected.
static void collect(const struct plan *plan, const struct options *options)
{
    int word = options->messages; // tag of the empty message that follows the others
    if (plan->rank != 0) {
        begin_sends(plan, plan->requests);
        MPI_Send(NULL, 0, MPI_BYTE, 0, word, MPI_COMM_WORLD);
        MPI_Waitall(plan->send_count, plan->requests, MPI_STATUSES_IGNORE);
        return;
    }
    for (int other = 1; other < plan->ranks; other++)
        MPI_Recv(NULL, 0, MPI_BYTE, other, word, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < plan->receive_count; i++)
        MPI_Recv(receive_data(plan, i), plan->bytes, MPI_BYTE, plan->receives[i].other, plan->receives[i].tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static const struct pattern {
    const char *name, *own; // `own`: the option that only this pattern has
    void (*plan)(struct plan *plan, const struct options *options);
    void (*round)(const struct plan *plan, const struct options *options);
} PATTERNS[] = {
    {"halo", "--fields", plan_halo, exchange},
    {"alltoall", "--depth", plan_alltoall, exchange},
    {"manytoone", "--messages", plan_manytoone, collect},
};
enum { PATTERN_COUNT = sizeof PATTERNS / sizeof PATTERNS[0] };

// Byte `index` of a message. Contents differ from message to message and from round to round.
static char content(unsigned from, unsigned to, int tag, int round, int index)
{
    unsigned number = ((from * 8191u + to) * 32749u + (unsigned)tag) * 97u + (unsigned)round;
    return (char)((number >> 8 * (index % 4)) + (unsigned)index);
}

static void fill(const struct plan *plan, int round)
{
    for (int i = 0; i < plan->send_count; i++)
        for (int k = 0; k < plan->bytes; k++)
            send_data(plan, i)[k] =
                content((unsigned)plan->rank, (unsigned)plan->sends[i].other, plan->sends[i].tag, round, k);
}

static void verify(const struct plan *plan, int round)
{
    for (int i = 0; i < plan->receive_count; i++) {
        const struct message *message = &plan->receives[i];
        for (int k = 0; k < plan->bytes; k++) {
            if (receive_data(plan, i)[k] !=
                content((unsigned)message->other, (unsigned)plan->rank, message->tag, round, k)) {
                fprintf(stderr, "patterns: rank %d: byte %d of the message with tag %d from rank %d is wrong\n",
                        plan->rank, k, message->tag, message->other);
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
        }
    }
}

// Returns the largest number of messages that a rank sends or receives in a round.
static long long most_messages(const struct pattern *pattern, const struct options *options, int ranks)
{
    if (pattern->plan == plan_halo)
        return (long long)options->fields * (DIRECTIONS - 1);
    return (long long)(pattern->plan == plan_alltoall ? options->depth : options->messages) * (ranks - 1);
}

// Returns the seconds of a round and the barrier that ends it. Collective.
static double timed_round(const struct pattern *pattern, const struct plan *plan, const struct options *options, int round)
{
    fill(plan, round);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    pattern->round(plan, options);
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - start;
    verify(plan, round);
    return seconds;
}

// Measures a pattern. Rank 0 prints the line. Collective.
static void measure(const struct pattern *pattern, const struct plan *plan, const struct options *options)
{
    double sum = 0;
    long mine = plan->receive_count, messages = 0;
    timed_round(pattern, plan, options, 0);
    for (int round = 1; round <= options->rounds; round++)
        sum += timed_round(pattern, plan, options, round);
    MPI_Reduce(&mine, &messages, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (plan->rank != 0)
        return;
    printf("%s: %d ranks, %d bytes, %ld messages a round", pattern->name, plan->ranks, plan->bytes, messages);
    if (!options->no_times)
        printf(", %.1f ns a round", 1e9 * sum / options->rounds);
    printf("\npatterns: OK\n");
}

static void run(const struct pattern *pattern, const struct options *options, int rank, int ranks)
{
    size_t most = (size_t)most_messages(pattern, options, ranks), bytes = (size_t)options->bytes;
    struct plan plan = {.rank = rank, .ranks = ranks, .bytes = options->bytes};
    plan.receives = allocate(most, sizeof *plan.receives);
    plan.sends = allocate(most, sizeof *plan.sends);
    plan.requests = allocate(2 * most, sizeof *plan.requests);
    pattern->plan(&plan, options);
    plan.in = allocate((size_t)plan.receive_count, bytes);
    plan.out = allocate((size_t)plan.send_count, bytes);
    measure(pattern, &plan, options);
    free(plan.receives);
    free(plan.sends);
    free(plan.requests);
    free(plan.in);
    free(plan.out);
}

// Returns the pattern of this name, or NULL.
static const struct pattern *find(const char *name)
{
    for (int i = 0; i < PATTERN_COUNT; i++)
        if (strcmp(name, PATTERNS[i].name) == 0)
            return &PATTERNS[i];
    return NULL;
}

// Parses an option with a value. Returns 1, 0 if the value is wrong, -1 if this pattern has no such option.
static int parse_value(const struct pattern *pattern, const char *name, const char *value, struct options *options)
{
    const struct {
        const char *name;
        int least, most, *to;
    } numbers[] = {
        {"--fields", 1, 1000, &options->fields},      {"--depth", 1, 10000, &options->depth},
        {"--messages", 1, 30000, &options->messages}, {"--bytes", 0, 1 << 20, &options->bytes},
        {"--rounds", 1, 100000, &options->rounds},
    };
    for (int i = 0; i < PATTERN_COUNT; i++)
        if (strcmp(name, PATTERNS[i].own) == 0 && pattern != &PATTERNS[i])
            return -1;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(name, numbers[i].name) == 0)
            return read_number(value, numbers[i].least, numbers[i].most, numbers[i].to);
    return -1;
}

// Fills in `options` from the arguments after the pattern's name. Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(const struct pattern *pattern, int argc, char **argv, struct options *options)
{
    for (int i = 2; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(name, "-h") == 0)
            return 1;
        if (strcmp(name, "--no-times") == 0) {
            options->no_times = 1;
            continue;
        }
        int good = parse_value(pattern, name, value, options);
        if (good == 0)
            snprintf(options->problem, sizeof options->problem, "wrong value for %s: %s", name, value);
        else if (good < 0)
            snprintf(options->problem, sizeof options->problem, "%s has no option %s", pattern->name, name);
        if (good != 1)
            return 2;
        i++;
    }
    return 0;
}

// Finds the pattern and fills in `options`. Returns 0, 1 or 2, as parse does.
static int choose(int argc, char **argv, int ranks, const struct pattern **pattern, struct options *options)
{
    *options = (struct options){.fields = 4, .depth = 1, .messages = 8, .bytes = 8, .rounds = 5};
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "-h") == 0)
        return 1;
    *pattern = find(name);
    if (*pattern == NULL) {
        snprintf(options->problem, sizeof options->problem, "no pattern \"%s\"", name);
        return 2;
    }
    int parsed = parse(*pattern, argc, argv, options);
    long long most = most_messages(*pattern, options, ranks);
    if (parsed == 0 && most * (options->bytes + (int)sizeof(MPI_Request)) > ROOM_MAX) {
        snprintf(options->problem, sizeof options->problem, "%lld messages of %d bytes a round are too many for a rank", most,
                 options->bytes);
        return 2;
    }
    return parsed;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct pattern *pattern = NULL;
    struct options options;
    int parsed = choose(argc, argv, ranks, &pattern, &options);
    if (parsed == 0)
        run(pattern, &options, rank, ranks);
    if (rank == 0 && options.problem[0])
        fprintf(stderr, "patterns: %s\n", options.problem);
    if (rank == 0 && parsed != 0)
        usage();
    MPI_Finalize();
    return parsed == 2 ? 2 : 0;
}
