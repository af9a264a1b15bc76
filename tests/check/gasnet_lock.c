// MPI calls that may wait, made with a handler-safe lock and in a no-interrupt section
// (GASNet 1.8.1, section 2.4.3), are mistakes. Calls that never wait are allowed there.
// run: -n 2 --platform manycore
// exit: 87
// check: lock held, lock held
// stderr: it may wait while a handler-safe lock, or a no-interrupt section, keeps handlers from running
// stderr: in MPI_Barrier(
// stderr: gasnet_lock.c:23
// stderr: in MPI_Recv(
// stderr: gasnet_lock.c:28
#include <gasnet.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
    int value = 0, flag;
    MPI_Init(&argc, &argv);
    gasnet_init(&argc, &argv);
    gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0);
    gasnet_hsl_lock(&lock);
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    gasnet_hsl_unlock(&lock);
    MPI_Send(&value, 1, MPI_INT, 1 - gasnet_mynode(), 0, MPI_COMM_WORLD);
    if (gasnet_mynode() == 0) {
        gasnet_hold_interrupts();
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        gasnet_resume_interrupts();
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    gasnet_exit(0);
}
