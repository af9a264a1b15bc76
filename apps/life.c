// Game of life on a torus that is cut into strips of rows; halo rows by MPI_Sendrecv. Rank 0 compares with a serial run.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_UP = 1, TAG_DOWN = 2, TAG_STRIP = 3 };

struct options {
    int width, height, generations, show;
};

static void usage(void)
{
    printf("usage: life [--width N] [--height N] [--gens N] [--show]\n"
           "  --width N, --height N  cells (default 64, 48)\n"
           "  --gens N               generations (default 30)\n"
           "  --show                 print the last generation\n");
}

// Fills in `options`. Returns 0 to go on, 1 for help, 2 for a wrong argument.
static int parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){.width = 64, .height = 48, .generations = 30};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--show") == 0)
            options->show = 1;
        else if (strcmp(argv[i], "--width") == 0 && i + 1 < argc)
            options->width = atoi(argv[++i]);
        else if (strcmp(argv[i], "--height") == 0 && i + 1 < argc)
            options->height = atoi(argv[++i]);
        else if (strcmp(argv[i], "--gens") == 0 && i + 1 < argc)
            options->generations = atoi(argv[++i]);
        else
            return 2;
    }
    return options->width >= 1 && options->height >= 1 && options->width <= 16384 && options->height <= 16384 &&
                   options->generations >= 0
               ? 0
               : 2;
}

static unsigned char *cells(int rows, int width)
{
    unsigned char *memory = calloc((size_t)rows * (size_t)width, 1);
    if (memory == NULL) {
        fprintf(stderr, "life: no memory for %d x %d cells\n", rows, width);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

// About three cells in eight live at the start. Whether a cell lives depends on its row and column alone.
static unsigned char first_generation(int row, int column)
{
    uint32_t x = (uint32_t)row * 2654435761u ^ (uint32_t)column * 2246822519u;
    x = (x ^ (x >> 15)) * 739982445u;
    x = (x ^ (x >> 12)) * 695872825u;
    return (x >> 16 & 7) < 3;
}

// Computes rows 1 to `rows` of `next` from `now`. Rows 0 and `rows` + 1 are the halo; columns wrap round.
static void step(const unsigned char *now, unsigned char *next, int rows, int width)
{
    for (int r = 1; r <= rows; r++) {
        const unsigned char *row = now + r * width, *above = row - width, *below = row + width;
        for (int c = 0; c < width; c++) {
            int west = c == 0 ? width - 1 : c - 1, east = c == width - 1 ? 0 : c + 1;
            int alive = above[west] + above[c] + above[east] + row[west] + row[east] + below[west] + below[c] +
                        below[east];
            next[r * width + c] = alive == 3 || (alive == 2 && row[c]);
        }
    }
}

static void exchange(unsigned char *strip, int rows, int width, int up, int down)
{
    MPI_Sendrecv(strip + width, width, MPI_UNSIGNED_CHAR, up, TAG_UP, strip + (rows + 1) * width, width,
                 MPI_UNSIGNED_CHAR, down, TAG_UP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(strip + rows * width, width, MPI_UNSIGNED_CHAR, down, TAG_DOWN, strip, width, MPI_UNSIGNED_CHAR, up,
                 TAG_DOWN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int first_row(int height, int rank, int size)
{
    return (int)((int64_t)height * rank / size);
}

// Returns the strip of `rank` after all generations, own rows only. If `size` is 1, that is the whole torus and nothing is sent.
static unsigned char *evolve(const struct options *options, int rank, int size)
{
    int first = first_row(options->height, rank, size), rows = first_row(options->height, rank + 1, size) - first;
    int width = options->width;
    unsigned char *now = cells(rows + 2, width), *next = cells(rows + 2, width);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < width; c++)
            now[(r + 1) * width + c] = first_generation(first + r, c);
    for (int generation = 0; generation < options->generations; generation++) {
        if (size > 1) {
            exchange(now, rows, width, (rank + size - 1) % size, (rank + 1) % size);
        } else {
            memcpy(now, now + rows * width, (size_t)width);
            memcpy(now + (rows + 1) * width, now + width, (size_t)width);
        }
        step(now, next, rows, width);
        unsigned char *old = now;
        now = next;
        next = old;
    }
    memmove(now, now + width, (size_t)rows * (size_t)width);
    free(next);
    return now;
}

static void show(const unsigned char *torus, int width, int height)
{
    for (int r = 0; r < height; r++) {
        for (int c = 0; c < width; c++)
            putchar(torus[r * width + c] ? '#' : '.');
        putchar('\n');
    }
}

static int report(const struct options *options, const unsigned char *torus)
{
    size_t count = (size_t)options->width * (size_t)options->height;
    unsigned char *serial = evolve(options, 0, 1);
    int wrong = memcmp(torus, serial, count) != 0;
    free(serial);
    long living = 0;
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < count; i++) {
        living += torus[i];
        hash = (hash ^ torus[i]) * 1099511628211u;
    }
    if (options->show)
        show(torus, options->width, options->height);
    printf("life: %d generations, %ld cells live, hash %016llx: %s\n", options->generations, living,
           (unsigned long long)hash, wrong ? "WRONG" : "OK");
    return wrong;
}

static int run(const struct options *options, int rank, int size)
{
    unsigned char *strip = evolve(options, rank, size);
    int width = options->width, wrong = 0;
    if (rank != 0) {
        int rows = first_row(options->height, rank + 1, size) - first_row(options->height, rank, size);
        MPI_Send(strip, rows * width, MPI_UNSIGNED_CHAR, 0, TAG_STRIP, MPI_COMM_WORLD);
    } else {
        unsigned char *torus = cells(options->height, width);
        memcpy(torus, strip, (size_t)first_row(options->height, 1, size) * (size_t)width);
        for (int source = 1; source < size; source++) {
            int first = first_row(options->height, source, size);
            int rows = first_row(options->height, source + 1, size) - first;
            MPI_Recv(torus + first * width, rows * width, MPI_UNSIGNED_CHAR, source, TAG_STRIP, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
        wrong = report(options, torus);
        free(torus);
    }
    free(strip);
    return wrong;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct options options;
    int parsed = parse(argc, argv, &options), result;
    if (parsed != 0) {
        if (rank == 0)
            usage();
        result = parsed == 1 ? 0 : 2;
    } else if (options.height < size) {
        if (rank == 0)
            fprintf(stderr, "life: %d rows are too few for %d ranks\n", options.height, size);
        result = 2;
    } else {
        result = run(&options, rank, size);
    }
    MPI_Finalize();
    return result;
}
