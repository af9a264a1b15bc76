// An info object may be freed after MPI_Finalize. One that is never freed is a mistake.
// run: -n 2
// exit: 87
// check: not freed
// stderr: the info object that it makes is never freed
// stderr: called from main at
// stderr: info.c:15
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Info late, lost;
    MPI_Info_create(&late);
    MPI_Init(&argc, &argv);
    MPI_Info_create(&lost);
    MPI_Finalize();
    MPI_Info_free(&late);
    return 0;
}
