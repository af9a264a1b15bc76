// Lab 5: Jacobi sweeps on strips of rows. The halo rows travel while the ranks compute the inner rows.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A rank's strip: `rows` rows of its own between two halo rows, each of `columns` cells. A sweep writes to `next`.
struct strip {
    int rows, columns, above, below; // above and below: neighbouring ranks, or MPI_PROC_NULL
    double *cells, *next;
};

enum { TAG_UP = 1, TAG_DOWN = 2 };

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

static double *row(double *cells, const struct strip *strip, int number)
{
    return cells + (size_t)number * (size_t)strip->columns;
}

// A cell becomes the mean of its four neighbours; the first and the last column stay.
static void compute(struct strip *strip, int number)
{
    const double *up = row(strip->cells, strip, number - 1), *mine = up + strip->columns, *down = mine + strip->columns;
    double *into = row(strip->next, strip, number);
    for (int column = 1; column < strip->columns - 1; column++)
        into[column] = 0.25 * (up[column] + down[column] + mine[column - 1] + mine[column + 1]);
}

// Exchanges both halo rows, then computes all rows.
static void sweep_blocking(struct strip *strip)
{
    int columns = strip->columns, last = strip->rows;
    MPI_Sendrecv(row(strip->cells, strip, 1), columns, MPI_DOUBLE, strip->above, TAG_UP,
                 row(strip->cells, strip, last + 1), columns, MPI_DOUBLE, strip->below, TAG_UP, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(row(strip->cells, strip, last), columns, MPI_DOUBLE, strip->below, TAG_DOWN,
                 row(strip->cells, strip, 0), columns, MPI_DOUBLE, strip->above, TAG_DOWN, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int number = 1; number <= last; number++)
        compute(strip, number);
}

// Begins the exchange, computes the rows that need no halo while it is under way, then computes the first and the last row.
static void sweep_overlap(struct strip *strip)
{
    gap(1, "sweep_overlap: the exchange with MPI_Irecv and MPI_Isend");
    (void)strip;
}
// Sets up this rank's part of the grid, rows 1 to `rows` of its strip. All cells are 0, except for a hot row at the grid's top.
static int set_up(struct strip *strip, int rows, int columns)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    strip->rows = rows;
    strip->columns = columns;
    strip->above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    strip->below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    size_t cells = (size_t)(rows + 2) * (size_t)columns;
    strip->cells = calloc(cells, sizeof(double));
    strip->next = calloc(cells, sizeof(double));
    if (strip->cells == NULL || strip->next == NULL)
        return 0;
    for (int column = 0; column < columns && rank == 0; column++)
        strip->cells[column] = strip->next[column] = 1000;
    return 1;
}

// Makes the sweeps. Returns the cycles of one sweep on the slowest rank.
static double measure(struct strip *strip, int sweeps, void (*sweep)(struct strip *))
{
    double longest;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int number = 0; number < sweeps; number++) {
        sweep(strip);
        double *cells = strip->cells;
        strip->cells = strip->next;
        strip->next = cells;
    }
    double mine = (MPI_Wtime() - start) / MPI_Wtick() / sweeps;
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest;
}

static double checksum(struct strip *strip)
{
    double mine = 0, sum;
    for (int number = 1; number <= strip->rows; number++)
        for (int column = 0; column < strip->columns; column++)
            mine += row(strip->cells, strip, number)[column] * (1 + (column + number) % 7);
    MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

static int usage(int rank)
{
    if (rank == 0)
        printf("usage: halo blocking|overlap [ROWS [COLUMNS [SWEEPS]]]\n"
               "  ROWS     rows of each rank, at least 1 (default 8)\n"
               "  COLUMNS  at least 3 (default 1024)\n"
               "  SWEEPS   at least 1 (default 10)\n");
    MPI_Finalize();
    return 2;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int rows = argc > 2 ? atoi(argv[2]) : 8, columns = argc > 3 ? atoi(argv[3]) : 1024;
    int sweeps = argc > 4 ? atoi(argv[4]) : 10, overlap = argc > 1 && strcmp(argv[1], "overlap") == 0;
    if (argc < 2 || (!overlap && strcmp(argv[1], "blocking") != 0) || rows < 1 || columns < 3 || sweeps < 1)
        return usage(rank);
    struct strip strip;
    if (!set_up(&strip, rows, columns))
        MPI_Abort(MPI_COMM_WORLD, 1);
    double cycles = measure(&strip, sweeps, overlap ? sweep_overlap : sweep_blocking), sum = checksum(&strip);
    if (rank == 0) {
        printf("halo: checksum %.9f\n", sum);
        fprintf(stderr, "halo: %.0f cycles a sweep\n", cycles);
    }
    free(strip.cells);
    free(strip.next);
    MPI_Finalize();
    return 0;
}
