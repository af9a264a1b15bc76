// Lab 12: the halo exchange of lab 5, one-sided. Rows go straight into the neighbours' memory, by puts or by active messages.
#include <gasnet.h>
#include <gasnet_tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The beginning of each node's segment: a sum for node 0, then two sets of rows. Row 0 and row `rows` + 1 are halos.
static struct segment {
    double sum;
    double cells[];
} *mine;

static int rank, size, rows, columns;
static gasnet_seginfo_t *segments;
static int arrived[2]; // rows that have come from above and from below

enum { FROM_ABOVE, FROM_BELOW, ARRIVED = 128 };

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    gasnet_exit(10 + number);
}

// The address of row `number` of set 0 or 1 at node `node`.
static double *row(int node, int set, int number)
{
    struct segment *segment = segments[node].addr;
    return segment->cells + ((size_t)set * (size_t)(rows + 2) + (size_t)number) * (size_t)columns;
}

static void barrier(void)
{
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
    if (gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS) != GASNET_OK)
        gasnet_exit(1);
}

// Puts the first and the last row of set `set` into the neighbours' halos. Returns when all nodes have done so.
static void exchange_by_puts(int set, int sweep)
{
    gap(1, "exchange_by_puts: the halo rows by puts");
    (void)set, (void)sweep;
}

// A row is in the halo above or below: `from` says which.
static void on_arrived(gasnet_token_t token, void *data, size_t bytes, gasnet_handlerarg_t from)
{
    (void)token, (void)data, (void)bytes;
    arrived[from]++;
}

// The same without a barrier: each row is a Long message with handler ARRIVED. A node waits for its neighbours only, until
// `sweep` rows have come from each of them since the beginning.
static void exchange_by_messages(int set, int sweep)
{
    gap(2, "exchange_by_messages: the halo rows by Long messages");
    (void)set, (void)sweep, (void)FROM_ABOVE, (void)FROM_BELOW;
}

static void compute(int from, int number)
{
    const double *up = row(rank, from, number - 1), *own = up + columns, *down = own + columns;
    double *into = row(rank, 1 - from, number);
    for (int column = 1; column < columns - 1; column++)
        into[column] = 0.25 * (up[column] + down[column] + own[column - 1] + own[column + 1]);
}

// Makes the sweeps. Returns the cycles of one sweep.
static double measure(int sweeps, void (*exchange)(int set, int sweep))
{
    barrier();
    gasnett_tick_t start = gasnett_ticks_now();
    for (int sweep = 0; sweep < sweeps; sweep++) {
        for (int number = 1; number <= rows; number++)
            compute(sweep % 2, number);
        exchange(1 - sweep % 2, sweep + 1);
    }
    return (double)(gasnett_ticks_now() - start) / sweeps;
}

// The hot row lies above node 0; all other cells are 0.
static void set_up(void)
{
    memset(row(rank, 0, 0), 0, 2 * (size_t)(rows + 2) * (size_t)columns * sizeof(double));
    for (int column = 0; column < columns && rank == 0; column++)
        *(row(0, 0, 0) + column) = *(row(0, 1, 0) + column) = 1000;
}

// Returns, on node 0, the sum over all nodes: it reads their sums from their segments.
static double checksum(int set)
{
    double sum = 0, of_node;
    mine->sum = 0;
    for (int number = 1; number <= rows; number++)
        for (int column = 0; column < columns; column++)
            mine->sum += row(rank, set, number)[column] * (1 + (column + number) % 7);
    barrier();
    for (int node = 0; rank == 0 && node < size; node++) {
        gasnet_get(&of_node, (gasnet_node_t)node, segments[node].addr, sizeof of_node);
        sum += of_node;
    }
    barrier();
    return sum;
}

static void usage(void)
{
    if (rank == 0)
        printf("usage: halo put|message [ROWS [COLUMNS [SWEEPS]]]\n"
               "  ROWS     rows of each node, at least 1 (default 8)\n"
               "  COLUMNS  3 to 100000 (default 1024)\n"
               "  SWEEPS   at least 1 (default 10)\n");
    gasnet_exit(2);
}

int main(int argc, char **argv)
{
    static gasnet_handlerentry_t table[] = {{ARRIVED, on_arrived}};
    if (gasnet_init(&argc, &argv) != GASNET_OK)
        return 1;
    rank = (int)gasnet_mynode();
    size = (int)gasnet_nodes();
    rows = argc > 2 ? atoi(argv[2]) : 8;
    columns = argc > 3 ? atoi(argv[3]) : 1024;
    int sweeps = argc > 4 ? atoi(argv[4]) : 10, by_message = argc > 1 && strcmp(argv[1], "message") == 0;
    int wrong = argc < 2 || (!by_message && strcmp(argv[1], "put") != 0);
    wrong = wrong || rows < 1 || rows > 10000 || columns < 3 || columns > 100000 || sweeps < 1;
    size_t bytes = sizeof(struct segment) + 2 * (size_t)(rows + 2) * (size_t)columns * sizeof(double);
    size_t pages = (bytes + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE;
    if (gasnet_attach(table, 1, wrong ? GASNET_PAGESIZE : pages * GASNET_PAGESIZE, 0) != GASNET_OK)
        gasnet_exit(1);
    if (wrong)
        usage();
    segments = malloc((size_t)size * sizeof *segments);
    if (segments == NULL || gasnet_getSegmentInfo(segments, size) != GASNET_OK)
        gasnet_exit(1);
    mine = segments[rank].addr;
    set_up();
    double cycles = measure(sweeps, by_message ? exchange_by_messages : exchange_by_puts), sum = checksum(sweeps % 2);
    if (rank == 0) {
        printf("halo: checksum %.9f\n", sum);
        fprintf(stderr, "halo: %.0f cycles a sweep\n", cycles);
    }
    barrier();
    gasnet_exit(0);
}
