// Tests Cartesian topologies: coordinates and ranks, shifts with and without a border, ranks that are left over, duplicates.
#include "../check.h"

enum { ROWS = 2, COLUMNS = 3 };

static void places(MPI_Comm grid)
{
    int count = -1, dims[2], periods[2], coords[2], at[2], found = -1, me;
    MPI_Comm_rank(grid, &me);
    MPI_Cartdim_get(grid, &count);
    CHECK(count == 2);
    MPI_Cart_get(grid, 2, dims, periods, coords);
    CHECK(dims[0] == ROWS && dims[1] == COLUMNS && !periods[0] && periods[1]);
    CHECK(coords[0] == me / COLUMNS && coords[1] == me % COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        MPI_Cart_coords(grid, i, 2, at);
        CHECK(at[0] == i / COLUMNS && at[1] == i % COLUMNS);
        at[1] -= 2 * COLUMNS;  // around the periodic dimension
        MPI_Cart_rank(grid, at, &found);
        CHECK(found == i);
    }
}

static void shifts(MPI_Comm grid)
{
    int coords[2], me, source, dest;
    MPI_Comm_rank(grid, &me);
    MPI_Cart_coords(grid, me, 2, coords);
    MPI_Cart_shift(grid, 0, 1, &source, &dest);
    CHECK(source == (coords[0] > 0 ? me - COLUMNS : MPI_PROC_NULL));
    CHECK(dest == (coords[0] < ROWS - 1 ? me + COLUMNS : MPI_PROC_NULL));
    MPI_Cart_shift(grid, 0, 5, &source, &dest);
    CHECK(source == MPI_PROC_NULL && dest == MPI_PROC_NULL);
    MPI_Cart_shift(grid, 1, -1, &source, &dest);
    CHECK(dest == me - coords[1] + (coords[1] + COLUMNS - 1) % COLUMNS);
    CHECK(source == me - coords[1] + (coords[1] + 1) % COLUMNS);
    MPI_Cart_shift(grid, 1, 7 * COLUMNS, &source, &dest);
    CHECK(source == me && dest == me);
    MPI_Cart_shift(grid, 0, 1, &source, &dest);
    int got = -1;
    MPI_Sendrecv(&me, 1, MPI_INT, dest, 0, &got, 1, MPI_INT, source, 0, grid, MPI_STATUS_IGNORE);
    CHECK(got == (source == MPI_PROC_NULL ? -1 : source));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);  // with six ranks or more
    MPI_Comm grid, copy, point;
    int dims[] = {ROWS, COLUMNS}, periods[] = {0, 1}, kind = -1, mapped = -1, count = -1;
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    CHECK(kind == MPI_UNDEFINED);
    MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &mapped);
    CHECK(mapped == (rank < ROWS * COLUMNS ? rank : MPI_UNDEFINED));
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (rank >= ROWS * COLUMNS));
    if (grid != MPI_COMM_NULL) {
        MPI_Topo_test(grid, &kind);
        CHECK(kind == MPI_CART);
        places(grid);
        shifts(grid);
        MPI_Comm_dup(grid, &copy);
        MPI_Comm_free(&grid);
        MPI_Topo_test(copy, &kind);
        CHECK(kind == MPI_CART);
        places(copy);
        shifts(copy);
        MPI_Comm_free(&copy);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &point);
    CHECK((point == MPI_COMM_NULL) == (rank > 0));
    if (point != MPI_COMM_NULL) {
        MPI_Cartdim_get(point, &count);
        CHECK(count == 0);
        MPI_Comm_free(&point);
    }
    return end();
}
