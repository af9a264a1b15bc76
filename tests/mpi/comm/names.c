// Tests names of communicators: predefined names, names set by the program, and names that are too long.
#include "../check.h"

static int has_name(MPI_Comm comm, const char *expected)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm_get_name(comm, name, &length);
    return strcmp(name, expected) == 0 && length == (int)strlen(expected);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm, copy;
    CHECK(has_name(MPI_COMM_WORLD, "MPI_COMM_WORLD"));
    CHECK(has_name(MPI_COMM_SELF, "MPI_COMM_SELF"));
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
    CHECK(has_name(comm, ""));
    MPI_Comm_set_name(comm, "ring of ranks ");
    CHECK(has_name(comm, "ring of ranks "));
    MPI_Comm_dup(comm, &copy);
    CHECK(has_name(copy, ""));
    MPI_Comm_free(&copy);
    char long_name[2 * MPI_MAX_OBJECT_NAME];
    memset(long_name, 'x', sizeof long_name);
    long_name[MPI_MAX_OBJECT_NAME - 1] = '\0';
    MPI_Comm_set_name(comm, long_name);
    CHECK(has_name(comm, long_name));
    MPI_Comm_set_name(comm, "");
    CHECK(has_name(comm, ""));
    MPI_Comm_set_name(MPI_COMM_WORLD, "world");
    CHECK(has_name(MPI_COMM_WORLD, "world"));
    MPI_Comm_free(&comm);
    return end();
}
