// Opens a file outside the tree that the guest may see: fopen fails, and the program decides how to go on. The
// argument is the path. No file of the host can be read by an absolute path, by "..", or by a detour through both.
// run: -n 2
// exit: 3
// stdout: refused
// run: -n 1 -- ../../../../../../../../../../etc/passwd
// exit: 3
// stdout: refused
// run: -n 1 -- ./.././../../../../../../../../etc/hostname
// exit: 3
// stdout: refused
// run: -n 1 -- /proc/self/environ
// exit: 3
// stdout: refused
#include <errno.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, refused = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        const char *path = argc > 1 ? argv[1] : "/etc/passwd";
        FILE *file = fopen(path, "r");
        refused = file == NULL;
        if (refused)
            printf("%s: refused, errno %d\n", path, errno);
        else
            printf("%s: opened, first byte %d\n", path, fgetc(file));
        if (file != NULL)
            fclose(file);
    }
    MPI_Finalize();
    return refused ? 3 : 0;
}
