// Jacobi sweeps in single precision on blocks of rows (Saldaña 2006 §5.2). Ranks other than 0 may be hardware engines.
//
// A cell becomes the mean of its four neighbours' old values, until the sum of the squared differences is small. `rows`
// counts the computed rows, without the two fixed ones; `columns` counts the two fixed columns at the sides, too.
//
// Messages consist of 32-bit words, the same for a rank of this program and for an engine
// (devices/src/tmd/engine.rs). Sends may wait for their receivers.
//
//   tag 1  rank 0 to all   5 words: rows, columns, upper neighbour, lower neighbour (-1: none), order
//   tag 2  rank 0 to all   (rows + 2) * columns values: the row above, the rank's own rows, the row below
//   tag 3  neighbours      columns values each way, before each sweep; see exchange()
//   tag 4  all to rank 0   1 value behind each sweep: the sum of the squared differences of the rank's cells
//   tag 5  rank 0 to all   1 word: 0 to make another sweep, 1 to stop
//   tag 6  all to rank 0   rows * columns values: the rank's own rows
//
// The cells after a sweep are the same, bit by bit, for any number of ranks. The sum is not, as its last bits depend on
// the order of additions. That order is fixed: cells from left to right and from top to bottom, then ranks from 0 on.
// So the number of sweeps depends on the arguments and the number of ranks, never on time or on the MPI library. With
// `--eps 0` it is what `--sweeps` says, and the checksum is the same for any number of ranks.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A fused multiply-add rounds once instead of twice: the sum would depend on the machine.
#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined __GNUC__
#pragma GCC optimize("-ffp-contract=off")
#endif

enum { TAG_SETUP = 1, TAG_ROWS, TAG_EXCHANGE, TAG_RESIDUAL, TAG_DECISION, TAG_RESULT };
enum { SETUP_ROWS, SETUP_COLUMNS, SETUP_UPPER, SETUP_LOWER, SETUP_ORDER, SETUP_WORDS };
enum { NOBODY = -1 };
enum { MOST_WORDS = 1 << 26 };

static struct {
    int rows, columns, sweeps, ranks, mhz;
    float eps;
    int master, check, hide_times;
} options = {.rows = 60, .columns = 60, .sweeps = 1000, .eps = 0.1f};

static const struct {
    const char *name;
    int *value, least, most;
    const char *meaning;
} NUMBERS[] = {
    {"--rows", &options.rows, 1, 32768, "rows that are computed (default 60)"},
    {"--columns", &options.columns, 3, 32768, "columns, with the fixed ones at the sides (default 60)"},
    {"--sweeps", &options.sweeps, 1, 1 << 30, "stop after so many sweeps at the latest (default 1000)"},
    {"--ranks", &options.ranks, 1, 1 << 20, "only the first N ranks take part (default: all)"},
    {"--mhz", &options.mhz, 1, 1000000, "print cycles of such a clock, too"},
};
enum { COUNT = sizeof NUMBERS / sizeof NUMBERS[0] };

// One rank's part: its setup, and its cells before and after a sweep. Its own rows are 1 to `rows`.
struct block {
    int rows, columns, upper, lower, order;
    float *now, *next;
};

static void usage(void)
{
    printf("usage: tmdjacobi [OPTION]...\n");
    for (int i = 0; i < COUNT; i++)
        printf("  %-11s %s\n", NUMBERS[i].name, NUMBERS[i].meaning);
    printf("  --eps       stop when the root of the sum of squared differences is below this (default 0.1)\n"
           "  --master    rank 0 only deals out, adds up and decides: it has no rows\n"
           "  --check     compare with sweeps that rank 0 makes alone\n"
           "  --no-times  print no times\n");
}

// Takes the number after the option. Returns 0 if there is no such option, or the number is out of limits; rank 0 reports it.
static int take_number(const char *name, const char *value, int rank)
{
    char *end;
    if (strcmp(name, "--eps") == 0) {
        options.eps = strtof(value, &end);
        if (*value && !*end && options.eps >= 0 && options.eps <= 1e6f)
            return 1;
        if (rank == 0)
            fprintf(stderr, "tmdjacobi: --eps %s: must be a number from 0 to 1000000\n", value);
        return 0;
    }
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(name, NUMBERS[i].name) != 0)
            continue;
        long number = strtol(value, &end, 10);
        *NUMBERS[i].value = (int)number;
        if (*value && !*end && number >= NUMBERS[i].least && number <= NUMBERS[i].most)
            return 1;
        if (rank == 0)
            fprintf(stderr, "tmdjacobi: %s %s: must be a whole number from %d to %d\n", name, value,
                    NUMBERS[i].least, NUMBERS[i].most);
        return 0;
    }
    if (rank == 0)
        fprintf(stderr, "tmdjacobi: %s: no such option; -h lists them\n", name);
    return 0;
}

// Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, int rank, int size)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--check") == 0)
            options.check = 1;
        else if (strcmp(argv[i], "--master") == 0)
            options.master = 1;
        else if (strcmp(argv[i], "--no-times") == 0)
            options.hide_times = 1;
        else if (!take_number(argv[i], i + 1 < argc ? argv[i + 1] : "", rank))
            return 2;
        else
            i++;
    }
    if (options.ranks == 0)
        options.ranks = size;
    const char *wrong = options.ranks > size             ? "--ranks: there are not so many ranks"
                        : options.ranks > options.rows   ? "each rank needs a row: use fewer ranks or more rows"
                        : options.ranks <= options.master ? "--master: rank 0 has no rows: use more ranks"
                        : options.columns > MOST_WORDS / (options.rows + 2) ? "the grid is too large"
                                                         : NULL;
    if (wrong != NULL && rank == 0)
        fprintf(stderr, "tmdjacobi: %d ranks, %d x %d cells: %s\n", size, options.rows, options.columns, wrong);
    return wrong == NULL ? 0 : 2;
}

static float *cells(int rows, int columns)
{
    float *memory = malloc((size_t)(rows + 2) * (size_t)columns * sizeof *memory);
    if (memory == NULL) {
        fprintf(stderr, "tmdjacobi: no memory for %d x %d cells\n", rows + 2, columns);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static struct block make_block(const int *setup)
{
    struct block block = {setup[SETUP_ROWS],  setup[SETUP_COLUMNS], setup[SETUP_UPPER],
                          setup[SETUP_LOWER], setup[SETUP_ORDER],   NULL,
                          NULL};
    block.now = cells(block.rows, block.columns);
    block.next = cells(block.rows, block.columns);
    return block;
}

static void free_block(struct block *block)
{
    free(block->now);
    free(block->next);
}

// Returns the first rank that has rows.
static int first_rank(void)
{
    return options.master ? 1 : 0;
}

// Rows are shared out as evenly as possible; the first ranks have one more. Returns the number of rows before the rank's own.
static int rows_before(int rank)
{
    int first = first_rank(), ranks = options.ranks - first, spare = options.rows % ranks, place = rank - first;
    if (place < 0)
        return 0;
    return options.rows / ranks * place + (place < spare ? place : spare);
}

// Fills in the setup that rank 0 sends to a rank. Neighbours have different orders.
static void describe(int rank, int *setup)
{
    setup[SETUP_ROWS] = rows_before(rank + 1) - rows_before(rank);
    setup[SETUP_COLUMNS] = options.columns;
    setup[SETUP_UPPER] = rank <= first_rank() ? NOBODY : rank - 1;
    setup[SETUP_LOWER] = rank + 1 == options.ranks || rank < first_rank() ? NOBODY : rank + 1;
    setup[SETUP_ORDER] = rank % 2;
}

// Values before the first sweep: hot above, cold below and on the right, falling from hot to cold on the left; a mean inside.
static float first_value(int row, int column)
{
    if (row == 0)
        return 1.0f;
    if (row == options.rows + 1 || column == options.columns - 1)
        return 0.0f;
    return column == 0 ? (float)((options.rows + 1 - row) * 64 / (options.rows + 1)) / 64.0f : 0.5f;
}

// Fills `rows` rows and the two beside them. `first` is the row above.
static void fill(float *values, int first, int rows)
{
    for (int row = first; row < first + rows + 2; row++)
        for (int column = 0; column < options.columns; column++)
            *values++ = first_value(row, column);
}

// Rank 0 sends each rank its part. It has room for every part, as none has more rows than the first.
static void scatter(struct block *block)
{
    int setup[SETUP_WORDS];
    for (int rank = 1; rank < options.ranks; rank++) {
        describe(rank, setup);
        MPI_Send(setup, SETUP_WORDS, MPI_INT, rank, TAG_SETUP, MPI_COMM_WORLD);
        fill(block->now, rows_before(rank), setup[SETUP_ROWS]);
        MPI_Send(block->now, (setup[SETUP_ROWS] + 2) * options.columns, MPI_FLOAT, rank, TAG_ROWS, MPI_COMM_WORLD);
    }
    fill(block->now, 0, block->rows);
}

// Makes rank 0's block, as large as that of the first rank with rows.
static struct block make_first_block(void)
{
    int setup[SETUP_WORDS];
    describe(first_rank(), setup);
    struct block block = make_block(setup);
    if (options.master) {
        block.rows = 0;
        block.lower = NOBODY;
    }
    return block;
}

// Copies the cells, because the fixed ones have the same values before and after a sweep.
static void copy_cells(struct block *block)
{
    memcpy(block->next, block->now, (size_t)(block->rows + 2) * (size_t)block->columns * sizeof *block->now);
}

static void swap_rows(struct block *block, int neighbour, int mine, int theirs)
{
    float *send = block->now + mine * block->columns, *receive = block->now + theirs * block->columns;
    if (neighbour == NOBODY)
        return;
    if (block->order == 0)
        MPI_Send(send, block->columns, MPI_FLOAT, neighbour, TAG_EXCHANGE, MPI_COMM_WORLD);
    MPI_Recv(receive, block->columns, MPI_FLOAT, neighbour, TAG_EXCHANGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (block->order != 0)
        MPI_Send(send, block->columns, MPI_FLOAT, neighbour, TAG_EXCHANGE, MPI_COMM_WORLD);
}

// A rank of order 0 turns to the lower neighbour first, and sends before it receives. A rank of order 1 turns to the
// upper one first, and receives before it sends. So sends meet receives, and there is no cycle of waiting ranks.
static void exchange(struct block *block)
{
    if (block->order == 0)
        swap_rows(block, block->lower, block->rows, block->rows + 1);
    swap_rows(block, block->upper, 1, 0);
    if (block->order != 0)
        swap_rows(block, block->lower, block->rows, block->rows + 1);
}

// Returns the sum of the squared differences.
static float sweep(struct block *block)
{
    int columns = block->columns;
    float sum = 0.0f, *old = block->now;
    for (int row = 1; row <= block->rows; row++) {
        const float *up = block->now + (row - 1) * columns, *here = up + columns, *down = here + columns;
        float *next = block->next + row * columns;
        for (int c = 1; c < columns - 1; c++) {
            float mean = 0.25f * (((up[c] + down[c]) + here[c - 1]) + here[c + 1]);
            float difference = mean - here[c];
            sum += difference * difference;
            next[c] = mean;
        }
    }
    block->now = block->next;
    block->next = old;
    return sum;
}

// Rank 0 adds the sums in rank order, and tells all ranks whether to stop after this sweep.
static int decide(float *sum, int sweeps)
{
    for (int rank = 1; rank < options.ranks; rank++) {
        float part;
        MPI_Recv(&part, 1, MPI_FLOAT, rank, TAG_RESIDUAL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        *sum += part;
    }
    int stop = *sum < options.eps * options.eps || sweeps == options.sweeps;
    for (int rank = 1; rank < options.ranks; rank++)
        MPI_Send(&stop, 1, MPI_INT, rank, TAG_DECISION, MPI_COMM_WORLD);
    return stop;
}

static void print_times(double seconds, int sweeps)
{
    long long nanoseconds = (long long)(seconds * 1e9), each = nanoseconds / sweeps;
    printf("tmdjacobi: %lld us, %lld.%03d us a sweep", nanoseconds / 1000, each / 1000, (int)(each % 1000));
    if (options.mhz != 0)
        printf(", %lld cycles a sweep", nanoseconds * options.mhz / sweeps / 1000);
    printf("\n");
}

// Returns the number of sweeps made.
static int solve(struct block *block)
{
    float sum;
    int sweeps = 0, stop;
    double start = MPI_Wtime();
    do {
        exchange(block);
        sum = sweep(block);
        stop = decide(&sum, ++sweeps);
    } while (!stop);
    double seconds = MPI_Wtime() - start;
    printf("tmdjacobi: %d sweeps, sum of squared differences %.6e: %s\n", sweeps, (double)sum,
           sum < options.eps * options.eps ? "converged" : "stopped");
    if (!options.hide_times)
        print_times(seconds, sweeps);
    return sweeps;
}

// Computes the whole grid after `sweeps` sweeps, on rank 0 alone.
static struct block solve_alone(int sweeps)
{
    int setup[SETUP_WORDS] = {options.rows, options.columns, NOBODY, NOBODY, 0};
    struct block whole = make_block(setup);
    fill(whole.now, 0, whole.rows);
    copy_cells(&whole);
    for (int i = 0; i < sweeps; i++)
        sweep(&whole);
    return whole;
}

// Adds `count` values to the checksum (FNV-1a of the bits of single precision, a word at a time).
static uint32_t add_values(uint32_t hash, const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash = (hash ^ bits) * 16777619u;
    }
    return hash;
}

// Collects the rows from top to bottom in rank 0's own block. Returns 1 if they differ from the result of rank 0 alone.
static int gather(struct block *block, int sweeps)
{
    uint32_t hash = 2166136261u;
    int wrong = 0, columns = options.columns;
    struct block whole = {0};
    float *rows = block->now + columns;
    if (options.check)
        whole = solve_alone(sweeps);
    for (int rank = 0; rank < options.ranks; rank++) {
        int before = rows_before(rank), count = (rows_before(rank + 1) - before) * columns;
        if (rank > 0)
            MPI_Recv(rows, count, MPI_FLOAT, rank, TAG_RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hash = add_values(hash, rows, count);
        if (options.check && memcmp(rows, whole.now + (before + 1) * columns, (size_t)count * sizeof *rows) != 0) {
            fprintf(stderr, "tmdjacobi: the rows of rank %d are wrong\n", rank);
            wrong = 1;
        }
    }
    free_block(&whole);
    printf("tmdjacobi: checksum %08lx: %s\n", (unsigned long)hash, wrong ? "WRONG" : "OK");
    return wrong;
}

static int direct(void)
{
    struct block block = make_first_block();
    printf("tmdjacobi: %d x %d cells on %d ranks\n", options.rows, options.columns, options.ranks);
    scatter(&block);
    copy_cells(&block);
    int sweeps = solve(&block), wrong = gather(&block, sweeps);
    free_block(&block);
    return wrong;
}

// The part of every rank but 0, which may be an engine.
static void follow(void)
{
    int setup[SETUP_WORDS], stop;
    MPI_Recv(setup, SETUP_WORDS, MPI_INT, 0, TAG_SETUP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    struct block block = make_block(setup);
    MPI_Recv(block.now, (block.rows + 2) * block.columns, MPI_FLOAT, 0, TAG_ROWS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    copy_cells(&block);
    do {
        exchange(&block);
        float sum = sweep(&block);
        MPI_Send(&sum, 1, MPI_FLOAT, 0, TAG_RESIDUAL, MPI_COMM_WORLD);
        MPI_Recv(&stop, 1, MPI_INT, 0, TAG_DECISION, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } while (!stop);
    MPI_Send(block.now + block.columns, block.rows * block.columns, MPI_FLOAT, 0, TAG_RESULT, MPI_COMM_WORLD);
    free_block(&block);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int parsed = parse(argc, argv, rank, size);
    if (parsed == 1 && rank == 0)
        usage();
    if (parsed == 0 && rank == 0)
        wrong = direct();
    else if (parsed == 0 && rank < options.ranks)
        follow();
    MPI_Finalize();
    return parsed == 2 ? 2 : wrong;
}
