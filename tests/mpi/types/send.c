// Tests messages of derived datatypes: sender and receiver have different layouts, with all lengths, blocking and not.
#include "../check.h"

enum { ROWS = 40, COLUMNS = 60 };

static double matrix[ROWS][COLUMNS], other[ROWS][COLUMNS], line[ROWS * COLUMNS];

static void set(double (*m)[COLUMNS], int seed)
{
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            m[i][j] = seed == 0 ? 0 : seed * 10000 + i * 100 + j;
    }
}

// `width` columns on one side, as many rows on the other.
static void check_columns(int width, int from, int to)
{
    MPI_Datatype columns;
    MPI_Status status;
    MPI_Type_vector(ROWS, width, COLUMNS, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    set(matrix, rank + 1);
    set(other, 0);
    if (rank == from) {
        MPI_Send(&matrix[0][3], 1, columns, to, 1, MPI_COMM_WORLD);
        MPI_Ssend(&matrix[0][3], 1, columns, to, 2, MPI_COMM_WORLD);
        MPI_Send(&matrix[0][0], ROWS * width, MPI_DOUBLE, to, 3, MPI_COMM_WORLD);
    } else if (rank == to) {
        MPI_Recv(line, ROWS * width, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, &status);
        CHECK(count_of(&status, MPI_DOUBLE) == ROWS * width && count_of(&status, columns) == 1);
        for (int i = 0; i < ROWS * width; i++)
            CHECK(line[i] == (from + 1) * 10000 + i / width * 100 + 3 + i % width);
        MPI_Recv(&other[0][1], 1, columns, from, 2, MPI_COMM_WORLD, &status);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++)
                CHECK(other[i][j] == (j < 1 || j > width ? 0 : (from + 1) * 10000 + i * 100 + j + 2));
        }
        MPI_Request request;
        MPI_Irecv(&other[0][1], 1, columns, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
        MPI_Type_free(&columns);
        MPI_Wait(&request, &status);
        CHECK(status.MPI_SOURCE == from);
        for (int i = 0; i < ROWS * width; i++)
            CHECK(other[i / width][1 + i % width] == (from + 1) * 10000 + i / COLUMNS * 100 + i % COLUMNS);
    }
    if (columns != MPI_DATATYPE_NULL)
        MPI_Type_free(&columns);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int from = 0; from < size; from++) {
        check_columns(1, from, (from + 1) % size);
        check_columns(7, from, (from + 1) % size);
        check_columns(20, from, (from + 1) % size);
    }
    return end();
}
