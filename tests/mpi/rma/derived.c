// Tests derived datatypes on either side and on both: columns, indexed blocks, structures
// with gaps, negative strides; also in accumulates, and so long that they need many messages.
#include "../check.h"

enum { ROWS = 40, COLUMNS = 50 };

static int matrix[ROWS][COLUMNS], mine[ROWS][COLUMNS];
static MPI_Win win;

static void reset(void)
{
    MPI_Win_fence(0, win);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            matrix[i][j] = 0;
            mine[i][j] = rank * 10000 + i * COLUMNS + j;
        }
    }
    MPI_Win_fence(0, win);
}

static void columns(int left, int right)
{
    MPI_Datatype column;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    reset();
    MPI_Put(&mine[0][3], 1, column, right, 7, 1, column, win);
    MPI_Put(mine, ROWS, MPI_INT, right, 9, 1, column, win);
    MPI_Put(&mine[0][1], 1, column, right, 20 * COLUMNS + 10, ROWS, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < ROWS; i++) {
        CHECK(matrix[i][7] == left * 10000 + i * COLUMNS + 3);
        CHECK(matrix[i][9] == left * 10000 + i);
        CHECK(matrix[20][10 + i] == left * 10000 + i * COLUMNS + 1);
        CHECK(matrix[i][8] == 0 && matrix[i][6] == 0);
    }
    int back[ROWS];
    MPI_Get(back, ROWS, MPI_INT, right, 7, 1, column, win);
    MPI_Get(&mine[0][5], 1, column, right, 9, 1, column, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < ROWS; i++) {
        CHECK(back[i] == rank * 10000 + i * COLUMNS + 3);
        CHECK(mine[i][5] == rank * 10000 + i);
    }
    MPI_Accumulate(back, ROWS, MPI_INT, right, 7, 1, column, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < ROWS; i++)
        CHECK(matrix[i][7] == 2 * (left * 10000 + i * COLUMNS + 3));
    MPI_Type_free(&column);
}

static void blocks(int left, int right)
{
    int lengths[] = {20, 1, 13, 30}, places[] = {100, 0, 7, 300};
    MPI_Datatype blocks;
    MPI_Type_indexed(4, lengths, places, MPI_INT, &blocks);
    MPI_Type_commit(&blocks);
    reset();
    MPI_Put(mine, 1, blocks, right, 500, 64, MPI_INT, win);
    MPI_Put(mine, 64, MPI_INT, right, 0, 1, blocks, win);
    MPI_Win_fence(0, win);
    int *flat = &matrix[0][0];
    for (int b = 0, at = 0; b < 4; at += lengths[b++]) {
        for (int i = 0; i < lengths[b]; i++) {
            CHECK(flat[500 + at + i] == left * 10000 + places[b] + i);
            CHECK(flat[places[b] + i] == left * 10000 + at + i);
        }
    }
    MPI_Type_free(&blocks);
}

// Rows in reverse order, and pairs of a structure.
static void others(int left, int right)
{
    struct pair {
        double value;
        int index;
    } *pairs = calloc(300, sizeof *pairs), *there;
    MPI_Datatype reverse, pair, parts[] = {MPI_DOUBLE, MPI_INT};
    int lengths[] = {1, 1};
    MPI_Aint places[] = {0, sizeof(double)};
    MPI_Type_create_hvector(ROWS, 30, -(MPI_Aint)sizeof matrix[0], MPI_INT, &reverse);
    MPI_Type_commit(&reverse);
    reset();
    MPI_Put(mine[ROWS - 1], 1, reverse, right, 0, ROWS * 30, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < ROWS * 30; i++)
        CHECK((&matrix[0][0])[i] == left * 10000 + (ROWS - 1 - i / 30) * COLUMNS + i % 30);
    MPI_Type_free(&reverse);
    MPI_Type_create_struct(2, lengths, places, parts, &reverse);
    MPI_Type_create_resized(reverse, 0, sizeof(struct pair), &pair);
    MPI_Type_commit(&pair);
    MPI_Win structures;
    MPI_Win_allocate(300 * sizeof *there, sizeof *there, MPI_INFO_NULL, MPI_COMM_WORLD, &there, &structures);
    for (int i = 0; i < 300; i++)
        pairs[i] = (struct pair){i + rank * 0.5, i - rank};
    MPI_Win_fence(0, structures);
    MPI_Put(pairs, 300, pair, right, 0, 300, pair, structures);
    MPI_Win_fence(0, structures);
    for (int i = 0; i < 300; i++)
        CHECK(there[i].value == i + left * 0.5 && there[i].index == i - left);
    MPI_Win_free(&structures);
    MPI_Type_free(&reverse);
    MPI_Type_free(&pair);
    free(pairs);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    columns((rank + size - 1) % size, (rank + 1) % size);
    blocks((rank + size - 1) % size, (rank + 1) % size);
    others((rank + size - 1) % size, (rank + 1) % size);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    return end();
}
