// Lab 9: a matrix product, plain and in blocks. The work is the same; blocks have fewer cache misses.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    MPI_Abort(MPI_COMM_WORLD, 10 + number);
}

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

// The same product. The order of the loops makes the innermost one go along rows. c is 0 at the beginning.
static void reordered(const struct product *p)
{
    gap(1, "reordered: the loops in another order");
    (void)p;
}

// The same product, block by block. One block of each matrix fit the first-level cache together. c is 0 at the beginning.
static void blocked(const struct product *p)
{
    gap(2, "blocked: the product by blocks");
    (void)p;
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
