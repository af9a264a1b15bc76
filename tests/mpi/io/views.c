// Tests views of a file by vectors, subarrays and distributed arrays: each rank's view, and the data that other ranks see after its writes.
#include "../check.h"

enum { ROWS = 12, COLUMNS = 20 };

static int cell(int row, int column)
{
    return 1000 * row + column;
}

// Each rank writes a stripe of columns of a matrix. Then all read the whole matrix.
static void stripes(MPI_File file)
{
    int width = COLUMNS / size, first = rank * width, last = rank == size - 1 ? COLUMNS : first + width;
    int sizes[2] = {ROWS, COLUMNS}, part[2] = {ROWS, last - first}, from[2] = {0, first};
    MPI_Datatype stripe;
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &stripe);
    MPI_Type_commit(&stripe);
    CHECK(MPI_File_set_view(file, 16, MPI_INT, stripe, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    int count = ROWS * (last - first), *mine = malloc(count * sizeof(int) + 1);
    for (int i = 0; i < count; i++)
        mine[i] = cell(i / part[1], first + i % part[1]);
    MPI_Status status;
    CHECK(MPI_File_write_all(file, mine, count, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(count_of(&status, MPI_INT) == count);
    MPI_Offset position, byte;
    MPI_File_get_position(file, &position);
    CHECK(position == count);
    MPI_File_get_byte_offset(file, part[1], &byte);
    CHECK(byte == 16 + (MPI_Offset)sizeof(int) * (COLUMNS + first));
    memset(mine, 0, count * sizeof(int));
    CHECK(MPI_File_read_at(file, 0, mine, count, MPI_INT, &status) == MPI_SUCCESS);
    for (int i = 0; i < count; i++)
        CHECK(mine[i] == cell(i / part[1], first + i % part[1]));
    free(mine);
    MPI_Type_free(&stripe);
    MPI_File_sync(file);
    MPI_File_set_view(file, 16, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    int all[ROWS * COLUMNS];
    CHECK(MPI_File_read_all(file, all, ROWS * COLUMNS, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(count_of(&status, MPI_INT) == ROWS * COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        CHECK(all[i] == cell(i / COLUMNS, i % COLUMNS));
}

// The same matrix, distributed block-cyclically: each rank reads its part and writes it back negated.
static void dealt(MPI_File file)
{
    int sizes[2] = {ROWS, COLUMNS}, ways[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, arguments[2] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    int grid[2] = {0, 0}, bytes;
    MPI_Dims_create(size, 2, grid);
    MPI_Datatype part, etype, filetype;
    MPI_Type_create_darray(size, rank, 2, sizes, ways, arguments, grid, MPI_ORDER_C, MPI_INT, &part);
    MPI_Type_commit(&part);
    MPI_Type_size(part, &bytes);
    MPI_File_set_view(file, 16, MPI_INT, part, "native", MPI_INFO_NULL);
    int count = bytes / (int)sizeof(int), *mine = malloc(bytes + 1);
    MPI_Status status;
    CHECK(MPI_File_read_all(file, mine, count, MPI_INT, &status) == MPI_SUCCESS && count_of(&status, MPI_INT) == count);
    for (int i = 0; i < count; i++)
        mine[i] = -mine[i];
    CHECK(MPI_File_write_at_all(file, 0, mine, count, MPI_INT, &status) == MPI_SUCCESS);
    free(mine);
    MPI_Type_free(&part);
    MPI_Offset disp;
    char datarep[MPI_MAX_DATAREP_STRING];
    MPI_File_get_view(file, &disp, &etype, &filetype, datarep);
    CHECK(disp == 16 && etype == MPI_INT && filetype != MPI_INT && strcmp(datarep, "native") == 0);
    int extent_of, combiner, counts[3];
    MPI_Type_size(filetype, &extent_of);
    CHECK(extent_of == bytes);
    MPI_Type_get_envelope(filetype, &counts[0], &counts[1], &counts[2], &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&filetype);
    MPI_File_sync(file);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    for (int row = rank; row < ROWS; row += size) {
        int there[COLUMNS];
        MPI_File_read_at(file, 16 + row * (int)sizeof there, there, sizeof there, MPI_BYTE, &status);
        for (int column = 0; column < COLUMNS; column++)
            CHECK(there[column] == -cell(row, column));
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_File file;
    CHECK(MPI_File_open(MPI_COMM_WORLD, "io-views.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file) == MPI_SUCCESS);
    MPI_File_set_size(file, 0);
    stripes(file);
    dealt(file);
    MPI_File_close(&file);
    CHECK(file == MPI_FILE_NULL);
    return end();
}
