// A rank ends its session and leaves before the others receive its messages. The others go on without it.
#include "../check.h"

enum { MESSAGES = 8, ROUNDS = 40 };

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, rest;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "leaves", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_split(comm, rank == 0, 0, &rest);
    int word = 0;
    if (rank == 0) {
        for (int i = 0; i < MESSAGES; i++)
            for (int to = 1; to < size; to++)
                MPI_Send(&i, 1, MPI_INT, to, i, comm);
    } else {
        for (volatile int wait = 0; wait < 200000; wait++)
            ;
        for (int i = 0; i < MESSAGES; i++) {
            MPI_Recv(&word, 1, MPI_INT, 0, i, comm, MPI_STATUS_IGNORE);
            CHECK(word == i);
        }
        for (int round = 0; round < ROUNDS; round++) {
            int mine = rank, sum;
            MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, rest);
            CHECK(sum == size * (size - 1) / 2);
        }
        if (rank == size - 1)
            printf("ok\n");
    }
    MPI_Comm_free(&rest);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}
