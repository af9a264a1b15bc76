// A rank ends its last session before some of its messages have been received: one from its
// buffer for MPI_Bsend, and one whose request it has freed. Both arrive, short or long.
#include "../check.h"

enum { SHORT = 10, LONG = 20000 };

static char text[LONG], buffer[SHORT + LONG + 2 * MPI_BSEND_OVERHEAD];

static void hand_over(MPI_Comm comm, int bytes)
{
    MPI_Request request;
    MPI_Bsend(text, bytes, MPI_CHAR, 1, bytes, comm);
    MPI_Issend(text, bytes, MPI_CHAR, 1, bytes, comm, &request);
    MPI_Request_free(&request);
}

static void take(MPI_Comm comm, int bytes)
{
    for (int message = 0; message < 2; message++) {
        memset(text, 0, bytes);
        MPI_Recv(text, bytes, MPI_CHAR, 0, bytes, comm, MPI_STATUS_IGNORE);
        CHECK(text[0] == 7 && text[bytes - 1] == 7);
    }
}

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "hands over", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Buffer_attach(buffer, sizeof buffer);
        memset(text, 7, sizeof text);
        hand_over(comm, SHORT);
        hand_over(comm, LONG);
    } else {
        for (volatile int wait = 0; wait < 200000; wait++)
            ;
        take(comm, SHORT);
        take(comm, LONG);
        printf("ok\n");
    }
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}
