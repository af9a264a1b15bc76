// Both ranks probe for ever for messages with two tags that no rank sends, without receiving any.
// run: -n 2
// exit: 86
// stderr: deadlock at cycle
// stderr: ranks 0-1: each waits in MPI_I
// run: -n 2 --platform nic
// exit: 86
// stderr: deadlock at cycle
// stderr: ranks 0-1: each waits in MPI_I
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Message message;
    for (int found = 0; !found;) {
        MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
        if (!found)
            MPI_Improbe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
