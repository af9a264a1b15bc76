// Ranks end with different codes. The run ends with the code of the lowest rank whose code is not zero. Without
// arguments rank r returns r; with arguments rank r returns the r-th argument, or zero if there is none.
// run: -n 4
// exit: 1
// run: -n 4 -- 0 0 9 5
// exit: 9
// run: -n 3 -- 0 0 0 4
// exit: 0
// run: -n 2 -- 0 256
// exit: 0
// run: -n 2 -- 255 1
// exit: 255
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    if (argc == 1)
        return rank;
    return rank + 1 < argc ? atoi(argv[rank + 1]) : 0;
}
