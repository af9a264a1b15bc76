// Tests collectives that move data between different datatypes: columns of a matrix to rows and back.
#include "../check.h"

enum { ROWS = 6, COLUMNS = 5 };

static MPI_Datatype column;

static int cell(int r, int i, int j)
{
    return r * 100 + i * 10 + j;
}

static void make(int matrix[ROWS][COLUMNS], int r)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            matrix[i][j] = cell(r, i, j);
}

// Is `row` column 1 of the matrix of rank r?
static int is_column(const int *row, int r)
{
    for (int i = 0; i < ROWS; i++) {
        if (row[i] != cell(r, i, 1))
            return 0;
    }
    return 1;
}

// Checks that column j of the matrix is column 1 of the matrix of rank r.
static void verify_column(int matrix[ROWS][COLUMNS], int j, int r)
{
    for (int i = 0; i < ROWS; i++)
        CHECK(matrix[i][j] == cell(r, i, 1));
}

static void bcast(void)
{
    for (int root = 0; root < size; root++) {
        int matrix[ROWS][COLUMNS], row[ROWS];
        make(matrix, rank);
        MPI_Bcast(rank % 2 ? &matrix[0][1] : row, 0, rank % 2 ? column : MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < ROWS; i++)
            row[i] = cell(rank, i, 1);
        if (rank % 2)
            MPI_Bcast(&matrix[0][1], 1, column, root, MPI_COMM_WORLD);
        else
            MPI_Bcast(row, ROWS, MPI_INT, root, MPI_COMM_WORLD);
        if (rank % 2)
            verify_column(matrix, 1, root);
        else
            CHECK(is_column(row, root));
        CHECK(matrix[2][2] == cell(rank, 2, 2));
    }
}

static void gather(void)
{
    int matrix[ROWS][COLUMNS], *rows = malloc(size * ROWS * sizeof(int));
    make(matrix, rank);
    for (int root = 0; root < size; root++) {
        memset(rows, 0, size * ROWS * sizeof(int));
        MPI_Gather(&matrix[0][1], 1, column, rows, ROWS, MPI_INT, root, MPI_COMM_WORLD);
        for (int r = 0; rank == root && r < size; r++)
            CHECK(is_column(rows + r * ROWS, r));
    }
    memset(rows, 0, size * ROWS * sizeof(int));
    MPI_Allgather(&matrix[0][1], 1, column, rows, ROWS, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        CHECK(is_column(rows + r * ROWS, r));
    free(rows);
}

// Columns next to each other: the extent of type `beside` is that of one number.
static void to_columns(void)
{
    int (*all)[16] = malloc(ROWS * sizeof *all), *row = malloc(size * ROWS * sizeof(int));
    MPI_Datatype wide, beside;
    MPI_Type_vector(ROWS, 1, 16, MPI_INT, &wide);
    MPI_Type_create_resized(wide, 0, sizeof(int), &beside);
    MPI_Type_commit(&beside);
    memset(all, 0xff, ROWS * sizeof *all);
    for (int i = 0; i < ROWS; i++)
        row[i] = cell(rank, i, 1);
    MPI_Allgather(row, ROWS, MPI_INT, all, 1, beside, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS; i++) {
        for (int r = 0; r < 16; r++)
            CHECK(all[i][r] == (r < size ? cell(r, i, 1) : -1));
        all[i][rank] = cell(rank, i, 1) + 1;
    }
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, beside, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS; i++)
        for (int r = 0; r < size; r++)
            CHECK(all[i][r] == cell(r, i, 1) + 1);
    // A transposition: column r goes to rank r.
    for (int i = 0; i < ROWS; i++)
        for (int r = 0; r < size; r++)
            all[i][r] = cell(rank, i, 1) + r * 1000;
    MPI_Alltoall(all, 1, beside, row, ROWS, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < ROWS; i++)
            CHECK(row[r * ROWS + i] == cell(r, i, 1) + rank * 1000);
    MPI_Scatter(all, 1, beside, row, ROWS, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int i = 0; i < ROWS; i++)
        CHECK(row[i] == cell(size - 1, i, 1) + rank * 1000);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, beside, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < ROWS; i++)
            CHECK(all[i][r] == cell(r, i, 1) + rank * 1000);
    MPI_Type_free(&wide);
    MPI_Type_free(&beside);
    free(all);
    free(row);
}

// Every other element, with blocks of different lengths.
static void vectors(void)
{
    int counts[16], at[16], total = 0;
    MPI_Datatype every_other, sized;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &sized);
    MPI_Type_contiguous(1, sized, &every_other);
    MPI_Type_commit(&every_other);
    for (int r = 0; r < size; r++) {
        counts[r] = r % 3 + 1;
        at[r] = total;
        total += counts[r];
    }
    int own[6] = {rank, -1, rank + 1, -1, rank + 2, -1}, *all = malloc(2 * total * sizeof *all);
    memset(all, 0xff, 2 * total * sizeof *all);
    MPI_Allgatherv(own, counts[rank], every_other, all, counts, at, every_other, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < counts[r]; i++)
            CHECK(all[2 * (at[r] + i)] == r + i && all[2 * (at[r] + i) + 1] == -1);
    MPI_Type_free(&sized);
    MPI_Type_free(&every_other);
    free(all);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    bcast();
    gather();
    to_columns();
    vectors();
    MPI_Type_free(&column);
    return end();
}
