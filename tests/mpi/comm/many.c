// Tests thousands of communicators, one after the other and many at once, freed in any order.
#include "../check.h"

enum { LOOPS = 2000, AT_ONCE = 100 };

int main(int argc, char **argv)
{
    static MPI_Comm all[AT_ONCE];
    begin(&argc, &argv);
    MPI_Comm comm;
    for (int i = 0; i < LOOPS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_free(&comm);
    }
    for (int i = 0; i < LOOPS / 10; i++) {
        MPI_Comm_split(MPI_COMM_WORLD, (rank + i) % 3, 0, &comm);
        MPI_Comm_free(&comm);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < AT_ONCE; i++)
            MPI_Comm_dup(i % 3 == 0 ? MPI_COMM_WORLD : all[i - 1], &all[i]);
        for (int i = 0; i < AT_ONCE; i++) {
            int one = 1, sum = 0;
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all[i]);
            CHECK(sum == size);
        }
        for (int i = 0; i < AT_ONCE; i++)
            MPI_Comm_free(&all[(i * 37 + round) % AT_ONCE]);
    }
    return end();
}
