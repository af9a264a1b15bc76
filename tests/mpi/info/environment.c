// Tests MPI_INFO_ENV, and info objects made from a command line.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int keys = -1, flag;
    char value[MPI_MAX_INFO_VAL] = "", *line[] = {"./program", "-x", "two words", NULL};
    MPI_Info info, copy;
    MPI_Info_get_nkeys(MPI_INFO_ENV, &keys);
    CHECK(keys >= 0);
    MPI_Info_get(MPI_INFO_ENV, "maxprocs", sizeof value - 1, value, &flag);
    CHECK(!flag || atoi(value) == size);
    MPI_Info_dup(MPI_INFO_ENV, &copy);
    MPI_Info_set(copy, "maxprocs", "99999");
    MPI_Info_free(&copy);
    MPI_Info_get(MPI_INFO_ENV, "maxprocs", sizeof value - 1, value, &flag);
    CHECK(!flag || atoi(value) == size);
    MPI_Info_create_env(3, line, &info);
    CHECK(info != MPI_INFO_NULL);
    MPI_Info_set(info, "mine", "yes");
    MPI_Info_get(info, "mine", sizeof value - 1, value, &flag);
    CHECK(flag && strcmp(value, "yes") == 0);
    MPI_Info_free(&info);
    CHECK(info == MPI_INFO_NULL);
    return end();
}
