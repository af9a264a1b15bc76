// Lab 9, solution: a matrix product, plain and in blocks. The work is the same; blocks have fewer cache misses.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Three square matrices of n rows; c becomes a times b. Rows follow each other in memory.
struct product {
    int n;
    const double *a, *b;
    double *c;
};

static void plain(const struct product *p)
{
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++) {
            double sum = 0;
            for (int k = 0; k < p->n; k++)
                sum += p->a[i * p->n + k] * p->b[k * p->n + j];
            p->c[i * p->n + j] = sum;
        }
}

// The loop over j is the innermost one: it goes along rows of b and c.
static void reordered(const struct product *p)
{
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->n; k++) {
            double factor = p->a[i * p->n + k];
            for (int j = 0; j < p->n; j++)
                p->c[i * p->n + j] += factor * p->b[k * p->n + j];
        }
}

// Rows and columns of a block. Three blocks have 24 KiB; the first-level cache has 32 KiB.
enum { BLOCK = 32 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Adds the product of a's block at (i, k) and b's at (k, j) to c's block at (i, j). Sums stay in registers along k.
static void multiply_block(const struct product *p, int i, int j, int k)
{
    int last_i = least(i + BLOCK, p->n), last_j = least(j + BLOCK, p->n), last_k = least(k + BLOCK, p->n);
    for (int row = i; row < last_i; row++)
        for (int column = j; column + 4 <= last_j; column += 4) {
            double *c = p->c + row * p->n + column, s0 = c[0], s1 = c[1], s2 = c[2], s3 = c[3];
            for (int at = k; at < last_k; at++) {
                const double factor = p->a[row * p->n + at], *b = p->b + at * p->n + column;
                s0 += factor * b[0];
                s1 += factor * b[1];
                s2 += factor * b[2];
                s3 += factor * b[3];
            }
            c[0] = s0, c[1] = s1, c[2] = s2, c[3] = s3;
        }
    // The remaining columns, if the block's width is no multiple of four.
    for (int row = i; row < last_i; row++)
        for (int column = last_j - (last_j - j) % 4; column < last_j; column++)
            for (int at = k; at < last_k; at++)
                p->c[row * p->n + column] += p->a[row * p->n + at] * p->b[at * p->n + column];
}

// Blocks that fit the first-level cache, one after the other.
static void blocked(const struct product *p)
{
    for (int i = 0; i < p->n; i += BLOCK)
        for (int k = 0; k < p->n; k += BLOCK)
            for (int j = 0; j < p->n; j += BLOCK)
                multiply_block(p, i, j, k);
}

static const struct {
    const char *name;
    void (*multiply)(const struct product *p);
} WAYS[] = {{"plain", plain}, {"reordered", reordered}, {"blocked", blocked}};

static double checksum(const struct product *p)
{
    double sum = 0;
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++)
            sum += p->c[i * p->n + j] * ((i * 31 + j * 17) % 101);
    return sum;
}

static int usage(void)
{
    printf("usage: product plain|reordered|blocked [N [SEED]]\n"
           "  N     rows of the matrices, 1 to 1000 (default 96)\n"
           "  SEED  other matrices, from 1 on (default 1)\n");
    MPI_Finalize();
    return 2;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 2 ? atoi(argv[2]) : 96;
    size_t way = 0, ways = sizeof WAYS / sizeof WAYS[0], cells = (size_t)n * (size_t)n;
    size_t seed = argc > 3 ? (size_t)atoi(argv[3]) : 1;
    while (argc > 1 && way < ways && strcmp(argv[1], WAYS[way].name) != 0)
        way++;
    if (argc < 2 || way == ways || n < 1 || n > 1000)
        return usage();
    double *a = malloc(cells * sizeof(double)), *b = malloc(cells * sizeof(double)), *c = calloc(cells, sizeof(double));
    if (a == NULL || b == NULL || c == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (size_t i = 0; i < cells; i++) { // whole numbers, so that every order of additions gives the same sum
        a[i] = (double)(i * seed % 13);
        b[i] = (double)(i * seed % 7);
    }
    struct product product = {n, a, b, c};
    double start = MPI_Wtime();
    WAYS[way].multiply(&product);
    double cycles = (MPI_Wtime() - start) / MPI_Wtick();
    printf("product: %d rows, checksum %.0f\n", n, checksum(&product));
    fprintf(stderr, "%-10s %12.0f cycles, %.2f for each multiplication\n", WAYS[way].name, cycles,
            cycles / n / n / n);
    free(a);
    free(b);
    free(c);
    MPI_Finalize();
    return 0;
}
