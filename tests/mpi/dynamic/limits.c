// Spawning more processes than there are, several programs at once, processes that spawn others, and the attributes of all of them. Run
// with -n N --spawnable 4. The last connection is still open in MPI_Finalize.
#include "../check.h"

enum { ASIDE = 4 };

static int attribute(int key)
{
    int *value, found;
    MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &found);
    CHECK(found);
    return *value;
}

// The first child has no argument but its own name and has started two more processes.
static int child(MPI_Comm parent, int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 0, appnum = attribute(MPI_APPNUM), got = 0;
    CHECK(attribute(MPI_UNIVERSE_SIZE) >= ASIDE + 1);
    if (depth == 1) {
        MPI_Comm below;
        char *commands[] = {argv[0], argv[0]}, *first[] = {"2", NULL}, **arguments[] = {first, first};
        int counts[] = {1, 2};
        MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
        CHECK(size == 1 && appnum == 0);
        MPI_Comm_spawn_multiple(2, commands, arguments, counts, infos, 0, MPI_COMM_SELF, &below, MPI_ERRCODES_IGNORE);
        for (int r = 0; r < 3; r++) {
            MPI_Recv(&got, 1, MPI_INT, r, 1, below, MPI_STATUS_IGNORE);
            CHECK(got == (r > 0 ? 1 : 0));
        }
        MPI_Send(&got, 1, MPI_INT, 0, 2, parent);
    } else {
        CHECK(size == 3 && appnum == (rank > 0 ? 1 : 0));
        MPI_Send(&appnum, 1, MPI_INT, 0, 1, parent);
    }
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    begin(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        return child(parent, argc, argv);
    int codes[ASIDE + 1], got = 0;
    char *one[] = {"1", NULL};
    CHECK(attribute(MPI_UNIVERSE_SIZE) == size + ASIDE);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, ASIDE + 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes)) == MPI_ERR_SPAWN);
    CHECK(children == MPI_COMM_NULL && codes[0] == MPI_ERR_SPAWN && codes[ASIDE] == MPI_ERR_SPAWN);
    CHECK(class_of(MPI_Comm_spawn("nothing", MPI_ARGV_NULL, 1, MPI_INFO_NULL, size - 1, MPI_COMM_WORLD, &children, codes)) == MPI_ERR_SPAWN);
    CHECK(class_of(MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 0, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, -1, MPI_COMM_WORLD, &children, codes)) == MPI_ERR_ROOT);
    MPI_Comm_spawn(argv[0], one, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes);
    if (rank == 0)
        MPI_Recv(&got, 1, MPI_INT, 0, 2, children, MPI_STATUS_IGNORE);
    CHECK(rank != 0 || got == 1);
    CHECK(class_of(MPI_Comm_spawn(argv[0], one, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes)) == MPI_ERR_SPAWN);
    return end();
}
