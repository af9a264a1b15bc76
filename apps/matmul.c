// Matrix product C = A B: rows of A by MPI_Scatter, all of B by MPI_Bcast, rows of C by MPI_Gather. Entries are small
// whole numbers, so that the product is exact; rank 0 checks it with a vector: C x = A (B x).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(void)
{
    printf("usage: matmul [--n N]\n"
           "  --n N  matrices of N x N doubles (default 48)\n");
}

static double *matrix(size_t rows, size_t columns)
{
    double *memory = calloc(rows * columns, sizeof *memory);
    if (memory == NULL) {
        fprintf(stderr, "matmul: no memory for %zu x %zu numbers\n", rows, columns);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

// Rows from `n` on stay zero: they make the number of rows a multiple of the number of ranks.
static void fill(double *m, int n, int factor)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] = (i * factor + j * 7 + i * j) % 19 - 9;
}

static void multiply(const double *a, const double *b, double *c, int rows, int n)
{
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static double row_times(const double *row, const double *x, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += row[j] * x[j];
    return sum;
}

// Returns the number of rows in which C x differs from A (B x), with x = 1, 2, 3, ... Any single wrong entry shows.
static int wrong_rows(const double *a, const double *b, const double *c, int n)
{
    double *x = matrix((size_t)n, 1), *bx = matrix((size_t)n, 1);
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    for (int i = 0; i < n; i++)
        bx[i] = row_times(b + i * n, x, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += row_times(c + i * n, x, n) != row_times(a + i * n, bx, n);
    free(x);
    free(bx);
    return wrong;
}

static int run(int n, int rank, int size)
{
    int rows = (n + size - 1) / size;
    double *whole_a = NULL, *whole_c = NULL, *b = matrix((size_t)n, (size_t)n);
    double *a = matrix((size_t)rows, (size_t)n), *c = matrix((size_t)rows, (size_t)n);
    if (rank == 0) {
        whole_a = matrix((size_t)rows * (size_t)size, (size_t)n);
        whole_c = matrix((size_t)rows * (size_t)size, (size_t)n);
        fill(whole_a, n, 5);
        fill(b, n, 11);
    }
    MPI_Bcast(b, n * n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Scatter(whole_a, rows * n, MPI_DOUBLE, a, rows * n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    multiply(a, b, c, rows, n);
    MPI_Gather(c, rows * n, MPI_DOUBLE, whole_c, rows * n, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    int wrong = 0;
    if (rank == 0) {
        wrong = wrong_rows(whole_a, b, whole_c, n);
        double trace = 0;
        for (int i = 0; i < n; i++)
            trace += whole_c[i * n + i];
        printf("matmul: %d x %d, trace %.0f: %s\n", n, n, trace, wrong == 0 ? "OK" : "WRONG");
    }
    free(whole_a);
    free(whole_c);
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int n = 48, result;
    if (argc == 1 || (argc == 3 && strcmp(argv[1], "--n") == 0 && (n = atoi(argv[2])) > 0 && n <= 8192)) {
        result = run(n, rank, size);
    } else {
        if (rank == 0)
            usage();
        result = argc == 2 && strcmp(argv[1], "-h") == 0 ? 0 : 2;
    }
    MPI_Finalize();
    return result;
}
