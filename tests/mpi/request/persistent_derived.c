// Persistent requests of derived types send the contents that the buffer has when they start.
#include "../check.h"

enum { ROWS = 40, COLUMNS = 7 };

static int matrix[ROWS][COLUMNS], column[ROWS];

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype type;
    MPI_Request send, receive;
    MPI_Status status;
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Send_init(&matrix[0][2], 1, type, next, 1, MPI_COMM_WORLD, &send);
    MPI_Recv_init(&matrix[0][5], 1, type, before, 1, MPI_COMM_WORLD, &receive);
    // The requests keep the freed type.
    MPI_Type_free(&type);
    for (int round = 0; round < 3; round++) {
        memset(matrix, 0, sizeof matrix);
        for (int i = 0; i < ROWS; i++)
            matrix[i][2] = 100 * rank + i + 10000 * round;
        MPI_Start(&receive);
        MPI_Start(&send);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Wait(&receive, &status);
        CHECK(status.MPI_SOURCE == before && count_of(&status, MPI_INT) == ROWS);
        for (int i = 0; i < ROWS; i++) {
            CHECK(matrix[i][5] == 100 * before + i + 10000 * round);
            CHECK(matrix[i][0] == 0 && matrix[i][4] == 0 && matrix[i][6] == 0);
        }
    }
    // Freed while it is active.
    MPI_Start(&send);
    MPI_Request_free(&send);
    MPI_Recv(column, ROWS, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(column[3] == 100 * before + 3 + 20000);
    MPI_Request_free(&receive);
    return end();
}
