// Cancels a send whose receiver has ended its last session. The receiver's hart no longer answers: the first run is a deadlock, although
// MPI 5.0 §3.8.4 demands that the wait returns (libmpi-c/README.md, "Cancelled sends"). On platform nic the NICs match messages and answer.
// run: -n 2
// exit: 86
// stderr: deadlock
// stderr: MPI_Wait
// stderr: cancel_after_session.c:33
// stderr: rank 1 has ended with status 0
// run: -n 2 --platform nic
// exit: 0
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;
    MPI_Status status;
    int rank, cancelled = 1, word = 1;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "cancel", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Issend(&word, 1, MPI_INT, 1, 1, comm, &request);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    if (rank == 0) {
        for (volatile int i = 0; i < 100000; i++)
            ;
        MPI_Cancel(&request);
        MPI_Wait(&request, &status); // reported
        MPI_Test_cancelled(&status, &cancelled);
    }
    MPI_Session_finalize(&session);
    return !cancelled;
}
