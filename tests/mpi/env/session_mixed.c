// A session that begins before MPI_Init and ends after MPI_Finalize, and another one within it; thread levels and errors of sessions.
#include "../check.h"

static MPI_Comm comm_of(MPI_Session session, const char *name)
{
    MPI_Group group;
    MPI_Comm comm;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    return comm;
}

static int sum_of(MPI_Comm comm)
{
    int one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Session outer, inner;
    MPI_Info info, used;
    int flag = 0;
    char level[40] = "";
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &outer);
    MPI_Comm across = comm_of(outer, "across");
    begin(&argc, &argv);
    CHECK(sum_of(across) == size && sum_of(MPI_COMM_WORLD) == size);
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    CHECK(MPI_Session_init(info, MPI_ERRORS_RETURN, &inner) == MPI_SUCCESS);
    MPI_Info_free(&info);
    MPI_Session_get_info(inner, &used);
    MPI_Info_get(used, "thread_level", sizeof level - 1, level, &flag);
    MPI_Info_free(&used);
    CHECK(flag && strncmp(level, "MPI_THREAD_", 11) == 0);
    MPI_Comm within = comm_of(inner, "within");
    CHECK(sum_of(within) == size && sum_of(across) == size);
    MPI_Comm_free(&within);
    // Errors.
    MPI_Group group = MPI_GROUP_NULL;
    int length = 0;
    CHECK(MPI_Group_from_session_pset(inner, "no such set", &group) != MPI_SUCCESS && group == MPI_GROUP_NULL);
    CHECK(MPI_Session_get_nth_pset(inner, MPI_INFO_NULL, 1000, &length, NULL) != MPI_SUCCESS);
    CHECK(MPI_Session_get_pset_info(inner, "no such set", &info) != MPI_SUCCESS);
    MPI_Session_finalize(&inner);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    int right = sum_of(across) == size;
    MPI_Finalized(&flag);
    MPI_Comm_free(&across);
    MPI_Session_finalize(&outer);
    if (rank == 0 && right && flag)
        printf("ok\n");
    return 0;
}
