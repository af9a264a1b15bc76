// Heat equation: Jacobi sweeps over a 2-D grid that is cut into 2-D blocks; halos by MPI_Isend and MPI_Irecv, residual by
// MPI_Allreduce. The results are the same, to the last bit, for any number of ranks. With --check, rank 0 compares them with
// those of a serial run.
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NORTH, SOUTH, WEST, EAST, SIDES };
enum { TAG_HALO = 10, TAG_BLOCK = 20 };

struct options {
    int nx, ny, iterations, every;
    bool check;
};

// One rank's block: `rows` x `columns` cells of its own inside a frame of one halo cell, stored row by row.
struct block {
    int rows, columns;
    int first_row, first_column; // place of the first own cell in the whole grid
    double *now, *next;
};

// One side of a block: the rank beyond it, and the place of its cells. `own` and `halo` are offsets of the first cell.
struct side {
    int neighbour; // rank or MPI_PROC_NULL
    int own, halo, count, stride;
    double *send, *receive;
};

static void usage(void)
{
    printf("usage: heat2d [--nx N] [--ny N] [--iters N] [--every N] [--check]\n"
           "  --nx N, --ny N  columns and rows of the grid (default 48, 48)\n"
           "  --iters N       Jacobi sweeps (default 60)\n"
           "  --every N       print the residual every N sweeps (default 20)\n"
           "  --check         compare with the serial solution, which rank 0 computes alone\n");
}

// Fills in `options`. Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){.nx = 48, .ny = 48, .iterations = 60, .every = 20};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--check") == 0) {
            options->check = true;
            continue;
        }
        if (i + 1 == argc)
            return 2;
        int value = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--nx") == 0)
            options->nx = value;
        else if (strcmp(argv[i], "--ny") == 0)
            options->ny = value;
        else if (strcmp(argv[i], "--iters") == 0)
            options->iterations = value;
        else if (strcmp(argv[i], "--every") == 0)
            options->every = value;
        else
            return 2;
        i++;
    }
    return options->nx >= 1 && options->ny >= 1 && options->nx <= 32768 && options->ny <= 32768 &&
                   options->iterations >= 0 && options->every >= 1
               ? 0
               : 2;
}

static double *numbers(size_t count)
{
    double *memory = calloc(count, sizeof *memory);
    if (memory == NULL) {
        fprintf(stderr, "heat2d: no memory for %zu numbers\n", count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static double *cells(int rows, int columns)
{
    return numbers((size_t)(rows + 2) * (size_t)(columns + 2));
}

// Splits `size` ranks into `down` x `across` blocks with the shortest halos. Returns 0 if the grid is too small for that.
static int factorise(int size, int nx, int ny, int *down, int *across)
{
    double best = 0;
    *down = *across = 0;
    for (int d = 1; d <= size; d++) {
        if (size % d != 0 || d > ny || size / d > nx)
            continue;
        double halo = (double)ny / d + (double)nx / (size / d);
        if (*down == 0 || halo < best) {
            best = halo;
            *down = d;
            *across = size / d;
        }
    }
    return *down != 0;
}

// The fixed temperatures around the grid (row or column -1 or ny or nx): hot in the north, rising from south to north
// along the west side. They are multiples of 1/64, so that all machines compute the same bits.
static double edge(int row, int column, int ny)
{
    if (row < 0)
        return 1.0;
    if (column < 0)
        return (double)((ny - row) * 64 / (ny + 1)) / 64.0;
    return 0.0;
}

// Writes the fixed temperatures into those halo cells of `grid` that lie outside the whole grid.
static void set_edges(double *grid, int rows, int columns, int first_row, int first_column, int nx, int ny)
{
    int width = columns + 2;
    for (int r = 0; r < rows + 2; r++) {
        for (int c = 0; c < width; c++) {
            int row = first_row + r - 1, column = first_column + c - 1;
            if (row < 0 || row == ny || column < 0 || column == nx)
                grid[r * width + c] = edge(row, column, ny);
        }
    }
}

// Makes one sweep and returns the largest change of a cell. Scaling by 0.25 is exact, so a fused multiply-add gives the same bits.
static double sweep(const double *now, double *next, int rows, int columns)
{
    int width = columns + 2;
    double largest = 0;
    for (int r = 1; r <= rows; r++) {
        for (int c = 1; c <= columns; c++) {
            int i = r * width + c;
            next[i] = 0.25 * ((now[i - width] + now[i + width]) + (now[i - 1] + now[i + 1]));
            double change = next[i] > now[i] ? next[i] - now[i] : now[i] - next[i];
            if (change > largest)
                largest = change;
        }
    }
    return largest;
}

static struct block cut(const struct options *options, int i, int j, int down, int across)
{
    struct block block = {.first_row = i * options->ny / down, .first_column = j * options->nx / across};
    block.rows = (i + 1) * options->ny / down - block.first_row;
    block.columns = (j + 1) * options->nx / across - block.first_column;
    return block;
}

static void allocate(struct block *block, const struct options *options)
{
    block->now = cells(block->rows, block->columns);
    block->next = cells(block->rows, block->columns);
    set_edges(block->now, block->rows, block->columns, block->first_row, block->first_column, options->nx,
              options->ny);
    set_edges(block->next, block->rows, block->columns, block->first_row, block->first_column, options->nx,
              options->ny);
}

static void find_sides(struct side *sides, const struct block *block, int rank, int down, int across)
{
    int i = rank / across, j = rank % across, rows = block->rows, columns = block->columns, width = columns + 2;
    sides[NORTH] = (struct side){.neighbour = i > 0 ? rank - across : MPI_PROC_NULL, .own = width + 1, .halo = 1};
    sides[SOUTH] = (struct side){.neighbour = i < down - 1 ? rank + across : MPI_PROC_NULL,
                                 .own = rows * width + 1,
                                 .halo = (rows + 1) * width + 1};
    sides[WEST] = (struct side){.neighbour = j > 0 ? rank - 1 : MPI_PROC_NULL, .own = width + 1, .halo = width};
    sides[EAST] = (struct side){.neighbour = j < across - 1 ? rank + 1 : MPI_PROC_NULL,
                                .own = width + columns,
                                .halo = width + columns + 1};
    for (int s = 0; s < SIDES; s++) {
        int lying = s == NORTH || s == SOUTH;
        sides[s].count = lying ? columns : rows;
        sides[s].stride = lying ? 1 : width;
        sides[s].send = numbers((size_t)sides[s].count);
        sides[s].receive = numbers((size_t)sides[s].count);
    }
}

// Sends the outermost own cells to the four neighbours, and receives theirs into the halo.
static void exchange(double *grid, struct side *sides)
{
    MPI_Request requests[2 * SIDES];
    MPI_Status statuses[2 * SIDES];
    for (int s = 0; s < SIDES; s++)
        MPI_Irecv(sides[s].receive, sides[s].count, MPI_DOUBLE, sides[s].neighbour, TAG_HALO, MPI_COMM_WORLD,
                  &requests[s]);
    for (int s = 0; s < SIDES; s++) {
        for (int k = 0; k < sides[s].count; k++)
            sides[s].send[k] = grid[sides[s].own + k * sides[s].stride];
        MPI_Isend(sides[s].send, sides[s].count, MPI_DOUBLE, sides[s].neighbour, TAG_HALO, MPI_COMM_WORLD,
                  &requests[SIDES + s]);
    }
    MPI_Waitall(2 * SIDES, requests, statuses);
    for (int s = 0; s < SIDES; s++) {
        if (sides[s].neighbour == MPI_PROC_NULL)
            continue;
        for (int k = 0; k < sides[s].count; k++)
            grid[sides[s].halo + k * sides[s].stride] = sides[s].receive[k];
    }
}

static void swap(struct block *block)
{
    double *old = block->now;
    block->now = block->next;
    block->next = old;
}

static void solve(struct block *block, struct side *sides, const struct options *options, int rank)
{
    for (int iteration = 1; iteration <= options->iterations; iteration++) {
        exchange(block->now, sides);
        double change = sweep(block->now, block->next, block->rows, block->columns), residual;
        swap(block);
        if (iteration % options->every != 0 && iteration != options->iterations)
            continue;
        MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 0)
            printf("sweep %5d  residual %.8f\n", iteration, residual);
    }
}

// Returns the sum of all cells in units of 2^-30. Whole numbers give the same sum in any order of additions.
static int64_t checksum(const struct block *block)
{
    int64_t sum = 0;
    for (int r = 1; r <= block->rows; r++)
        for (int c = 1; c <= block->columns; c++)
            sum += (int64_t)(block->now[r * (block->columns + 2) + c] * (double)(1 << 30));
    return sum;
}

// Returns how many own cells of `part` differ from the serial solution. `block` says where `part` lies in the grid.
static long differences(const double *part, const struct block *block, const double *serial, int nx)
{
    long different = 0;
    for (int r = 0; r < block->rows; r++)
        for (int c = 0; c < block->columns; c++)
            different += part[r * block->columns + c] !=
                         serial[(block->first_row + r + 1) * (nx + 2) + block->first_column + c + 1];
    return different;
}

// Computes the whole grid on one rank. The caller frees the result.
static double *solve_serially(const struct options *options)
{
    struct block whole = cut(options, 0, 0, 1, 1);
    allocate(&whole, options);
    for (int iteration = 0; iteration < options->iterations; iteration++) {
        sweep(whole.now, whole.next, whole.rows, whole.columns);
        swap(&whole);
    }
    free(whole.next);
    return whole.now;
}

// Collects all blocks on rank 0 and compares them, bit by bit, with the serial solution. Returns how many cells differ.
static long compare(const struct block *block, const struct options *options, int rank, int down, int across)
{
    int count = block->rows * block->columns;
    double *part = numbers((size_t)(options->nx / across + 1) * (size_t)(options->ny / down + 1));
    for (int r = 0; r < block->rows; r++)
        memcpy(part + r * block->columns, block->now + (r + 1) * (block->columns + 2) + 1,
               (size_t)block->columns * sizeof *part);
    long different = 0;
    if (rank != 0) {
        MPI_Send(part, count, MPI_DOUBLE, 0, TAG_BLOCK, MPI_COMM_WORLD);
    } else {
        double *serial = solve_serially(options);
        different = differences(part, block, serial, options->nx);
        for (int source = 1; source < down * across; source++) {
            struct block theirs = cut(options, source / across, source % across, down, across);
            MPI_Recv(part, theirs.rows * theirs.columns, MPI_DOUBLE, source, TAG_BLOCK, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            different += differences(part, &theirs, serial, options->nx);
        }
        free(serial);
    }
    free(part);
    return different;
}

static int run(const struct options *options, int rank, int down, int across)
{
    struct block block = cut(options, rank / across, rank % across, down, across);
    struct side sides[SIDES];
    allocate(&block, options);
    find_sides(sides, &block, rank, down, across);
    if (rank == 0)
        printf("heat2d: %d x %d cells on %d x %d ranks\n", options->nx, options->ny, across, down);

    solve(&block, sides, options, rank);
    int64_t sum = checksum(&block), total = 0;
    MPI_Reduce(&sum, &total, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    long different = 0;
    if (options->check)
        different = compare(&block, options, rank, down, across);
    MPI_Bcast(&different, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        if (different != 0)
            fprintf(stderr, "heat2d: %ld cells differ from the serial solution\n", different);
        printf("heat2d: checksum %.6f%s\n", (double)total / (double)(1 << 30),
               different != 0   ? ", WRONG"
               : options->check ? ", OK"
                                : "");
    }

    free(block.now);
    free(block.next);
    for (int s = 0; s < SIDES; s++) {
        free(sides[s].send);
        free(sides[s].receive);
    }
    return different != 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct options options;
    int parsed = parse(argc, argv, &options), down = 0, across = 0, result;
    if (parsed != 0) {
        if (rank == 0)
            usage();
        result = parsed == 1 ? 0 : 2;
    } else if (!factorise(size, options.nx, options.ny, &down, &across)) {
        if (rank == 0)
            fprintf(stderr, "heat2d: a grid of %d x %d cells cannot be cut into %d blocks\n", options.nx, options.ny,
                    size);
        result = 2;
    } else {
        result = run(&options, rank, down, across);
    }
    MPI_Finalize();
    return result;
}
