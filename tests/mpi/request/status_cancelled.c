// Marking a status as cancelled does not change the rest of it.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Status status;
    int value = 3, got = 0, flag = 1;
    MPI_Sendrecv(&value, 1, MPI_INT, rank, 5, &got, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && count_of(&status, MPI_INT) == 1 && status.MPI_SOURCE == rank && status.MPI_TAG == 5);
    MPI_Status_set_elements(&status, MPI_INT, 12);
    MPI_Status_set_cancelled(&status, 0);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag && count_of(&status, MPI_INT) == 12);
    MPI_Status copy = status;
    MPI_Status_set_cancelled(&copy, 1);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
    return end();
}
