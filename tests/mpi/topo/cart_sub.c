// Tests grids within a grid: rows, columns, layers, the whole grid.
#include "../check.h"

static void part(MPI_Comm grid, int first, int second, int third)
{
    int remain[] = {first, second, third}, dims[3], periods[3], coords[3], count = -1, kept = 0, ranks = 1, got;
    int sub_dims[3], sub_periods[3], sub_coords[3];
    MPI_Comm sub;
    MPI_Cart_get(grid, 3, dims, periods, coords);
    MPI_Cart_sub(grid, remain, &sub);
    MPI_Cartdim_get(sub, &count);
    CHECK(count == first + second + third);
    MPI_Cart_get(sub, 3, sub_dims, sub_periods, sub_coords);
    for (int i = 0; i < 3; i++) {
        if (!remain[i])
            continue;
        CHECK(sub_dims[kept] == dims[i] && sub_periods[kept] == periods[i] && sub_coords[kept] == coords[i]);
        ranks *= dims[i];
        kept++;
    }
    MPI_Comm_size(sub, &got);
    CHECK(got == ranks);
    // All ranks of the sub-grid have the same coordinates in the other dimensions.
    for (int i = 0; i < 3; i++) {
        int least = -1, most = -1;
        MPI_Allreduce(&coords[i], &least, 1, MPI_INT, MPI_MIN, sub);
        MPI_Allreduce(&coords[i], &most, 1, MPI_INT, MPI_MAX, sub);
        CHECK(remain[i] ? least == 0 && most == dims[i] - 1 : least == most);
    }
    MPI_Comm_free(&sub);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with twelve ranks
    MPI_Comm grid;
    int dims[] = {2, 3, 2}, periods[] = {1, 0, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 1, &grid);
    for (int i = 1; i < 8; i++)
        part(grid, i & 1, i >> 1 & 1, i >> 2);
    MPI_Comm_free(&grid);
    return end();
}
