/* Each rank writes a number of pages to a file of its own; the numbers are those of the arguments, by rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAGE = 1 << 20 };

int main(int argc, char **argv)
{
    static char page[PAGE];
    char name[20];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "of rank %d", rank);
    FILE *file = fopen(name, "w");
    for (int left = rank + 1 < argc ? atoi(argv[rank + 1]) : 0; left > 0; left--)
        if (fwrite(page, PAGE, 1, file) != 1)
            MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(file);
    remove(name);
    if (rank == 0)
        puts("written");
    MPI_Finalize();
    return 0;
}
