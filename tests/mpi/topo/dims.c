// Tests MPI_Dims_create: sizes are balanced and never grow, and given sizes are kept.
#include "../check.h"

static int gives(int nodes, int count, const int *given, const int *expected)
{
    int dims[8];
    memcpy(dims, given, count * sizeof *dims);
    return MPI_Dims_create(nodes, count, dims) == MPI_SUCCESS && memcmp(dims, expected, count * sizeof *dims) == 0;
}

#define GIVES(nodes, count, ...) CHECK(gives(nodes, count, (int[8]){0}, (int[]){__VA_ARGS__}))

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    GIVES(1, 1, 1);
    GIVES(1, 3, 1, 1, 1);
    GIVES(6, 2, 3, 2);
    GIVES(7, 2, 7, 1);
    GIVES(7, 3, 7, 1, 1);
    GIVES(12, 2, 4, 3);
    GIVES(12, 3, 3, 2, 2);
    GIVES(16, 2, 4, 4);
    GIVES(16, 3, 4, 2, 2);
    GIVES(24, 3, 4, 3, 2);
    GIVES(36, 2, 6, 6);
    GIVES(60, 3, 5, 4, 3);
    GIVES(64, 3, 4, 4, 4);
    GIVES(72, 2, 9, 8);
    GIVES(240, 2, 16, 15);
    GIVES(1000, 3, 10, 10, 10);
    GIVES(4096, 4, 8, 8, 8, 8);
    GIVES(65536, 2, 256, 256);
    GIVES(97, 2, 97, 1);
    GIVES(2 * 97, 3, 97, 2, 1);
    CHECK(gives(6, 3, (int[]){0, 3, 0}, (int[]){2, 3, 1}));
    CHECK(gives(24, 3, (int[]){0, 2, 0}, (int[]){4, 2, 3}));
    CHECK(gives(6, 2, (int[]){3, 2}, (int[]){3, 2}));
    CHECK(gives(4, 2, (int[]){1, 0}, (int[]){1, 4}));
    // For any number, the product is right and the sizes do not grow.
    for (int nodes = 1; nodes <= 300; nodes++) {
        int dims[4] = {0};
        MPI_Dims_create(nodes, 4, dims);
        CHECK(dims[0] * dims[1] * dims[2] * dims[3] == nodes);
        CHECK(dims[0] >= dims[1] && dims[1] >= dims[2] && dims[2] >= dims[3] && dims[3] >= 1);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int wrong[] = {5, 0}, negative[] = {-1, 0};
    CHECK(class_of(MPI_Dims_create(6, 2, wrong)) == MPI_ERR_DIMS && wrong[0] == 5 && wrong[1] == 0);
    CHECK(class_of(MPI_Dims_create(6, 2, negative)) == MPI_ERR_DIMS);
    return end();
}
