// Tests MPI_Type_create_resized: elements that overlap, that go backwards or that stay in place, and bounds of types built from such.
#include "../check.h"

static void check_extent(MPI_Datatype type, int lb, int extent, int true_lb, int true_extent)
{
    MPI_Aint low, range;
    MPI_Count low_x, range_x;
    MPI_Type_get_extent(type, &low, &range);
    CHECK(low == lb && range == extent);
    MPI_Type_get_extent_x(type, &low_x, &range_x);
    CHECK(low_x == lb && range_x == extent);
    MPI_Type_get_true_extent(type, &low, &range);
    CHECK(low == true_lb && range == true_extent);
    MPI_Type_get_true_extent_x(type, &low_x, &range_x);
    CHECK(low_x == true_lb && range_x == true_extent);
}

// A column type whose elements are adjacent columns: packing transposes the matrix.
static void check_transpose(void)
{
    enum { ROWS = 5, COLUMNS = 7 };
    double matrix[ROWS][COLUMNS], turned[COLUMNS][ROWS];
    MPI_Datatype column, next;
    int position = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        matrix[i / COLUMNS][i % COLUMNS] = i;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, sizeof(double), &next);
    MPI_Type_free(&column);
    MPI_Type_commit(&next);
    MPI_Pack(matrix, COLUMNS, next, turned, sizeof turned, &position, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        CHECK(turned[i % COLUMNS][i / COLUMNS] == i);
    position = 0;
    memset(matrix, 0, sizeof matrix);
    MPI_Unpack(turned, sizeof turned, &position, matrix, COLUMNS, next, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        CHECK(matrix[i / COLUMNS][i % COLUMNS] == i);
    MPI_Type_free(&next);
}

static void check_ints(int extent, const int expected[4])
{
    MPI_Datatype type;
    int values[9], packed[4], position = 0;
    for (int i = 0; i < 9; i++)
        values[i] = i;
    MPI_Type_create_resized(MPI_INT, 0, extent * (int)sizeof(int), &type);
    MPI_Type_commit(&type);
    check_extent(type, 0, extent * (int)sizeof(int), 0, sizeof(int));
    MPI_Pack(values + 4, 4, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == sizeof packed && memcmp(packed, expected, sizeof packed) == 0);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    check_ints(1, (int[]){4, 5, 6, 7});
    check_ints(0, (int[]){4, 4, 4, 4});
    check_ints(-1, (int[]){4, 3, 2, 1});

    MPI_Datatype wide, row, again;
    MPI_Type_create_resized(MPI_INT, -3, 24, &wide);
    check_extent(wide, -3, 24, 0, 4);
    MPI_Type_contiguous(3, wide, &row);
    check_extent(row, -3, 72, 0, 52);
    MPI_Type_create_resized(row, 8, 16, &again);
    check_extent(again, 8, 16, 0, 52);
    MPI_Type_free(&wide);
    MPI_Type_free(&row);
    MPI_Type_vector(2, 2, 3, again, &row);
    check_extent(row, 8, 80, 0, 116);
    MPI_Type_free(&row);
    MPI_Type_free(&again);
    check_transpose();
    return end();
}
