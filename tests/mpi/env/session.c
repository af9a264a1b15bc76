// Tests sessions without MPI_Init, several times: process sets, groups, communicators.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

#define CHECK(condition)                                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            wrong = 1;                                                        \
        }                                                                     \
    } while (0)

static void sets(MPI_Session session)
{
    int count = 0, length = 0, found = 0;
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
    CHECK(count >= 2);
    for (int i = 0; i < count; i++) {
        char name[MPI_MAX_PSET_NAME_LEN] = "", value[20] = "";
        length = 0;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
        CHECK(length > 1 && length <= (int)sizeof name);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
        CHECK((int)strlen(name) + 1 == length);
        MPI_Info info = MPI_INFO_NULL;
        int flag = 0, size = 0;
        MPI_Group group;
        MPI_Session_get_pset_info(session, name, &info);
        MPI_Info_get(info, "mpi_size", sizeof value - 1, value, &flag);
        MPI_Info_free(&info);
        MPI_Group_from_session_pset(session, name, &group);
        MPI_Group_size(group, &size);
        MPI_Group_free(&group);
        CHECK(flag && atoi(value) == size && size > 0);
        found += strcmp(name, "mpi://WORLD") == 0 || (strcmp(name, "mpi://SELF") == 0 && size == 1);
    }
    CHECK(found == 2);
}

static int with_session(int times)
{
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group;
    MPI_Comm comm = MPI_COMM_NULL, self = MPI_COMM_NULL;
    int rank = -1, size = 0, sum = 0, flag = -1;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    CHECK(session != MPI_SESSION_NULL);
    MPI_Initialized(&flag);
    CHECK(flag == 0);
    sets(session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "org.example.world", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "org.example.self", MPI_INFO_NULL, MPI_ERRORS_RETURN, &self);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int own = rank + times;
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == size * (size - 1) / 2 + size * times);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, self);
    CHECK(sum == own);
    MPI_Comm_free(&self);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    CHECK(session == MPI_SESSION_NULL);
    return rank;
}

int main(void)
{
    int rank = -1;
    for (int i = 0; i < 3; i++)
        rank = with_session(i);
    if (rank == 0 && !wrong)
        printf("ok\n");
    return wrong;
}
