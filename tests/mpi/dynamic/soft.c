// The info key "soft": fewer processes than asked for, of one program and of two. Run with -n N --spawnable 8.
#include "../check.h"

enum { ASIDE = 8, MOST = 10 };

static MPI_Comm children;
static int codes[MOST];

static MPI_Info soft(const char *set)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "soft", set);
    return info;
}

// The class of a call that must fail.
static int refused(const char *self, const char *set, int processes)
{
    MPI_Info info = soft(set);
    int error = MPI_Comm_spawn(self, MPI_ARGV_NULL, processes, info, 0, MPI_COMM_WORLD, &children, codes);
    MPI_Info_free(&info);
    CHECK(children == MPI_COMM_NULL && codes[0] == class_of(error) && codes[processes - 1] == class_of(error));
    return class_of(error);
}

// Each child sends the number of its program and of the processes beside it.
static void child(MPI_Comm parent)
{
    int *appnum, found;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &found);
    int message[] = {*appnum, size};
    MPI_Send(message, 2, MPI_INT, 0, 1, parent);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
}

// There are `number` children, and those from `second` on belong to the second program.
static void greet(int number, int second)
{
    int there, message[2];
    MPI_Comm_remote_size(children, &there);
    CHECK(there == number);
    for (int r = 0; rank == 0 && r < there; r++) {
        MPI_Recv(message, 2, MPI_INT, r, 1, children, MPI_STATUS_IGNORE);
        CHECK(message[0] == (r >= second) && message[1] == number);
    }
    MPI_Comm_disconnect(&children);
}

int main(int argc, char **argv)
{
    MPI_Comm parent;
    begin(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        child(parent);
        return 0;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(refused(argv[0], "9,10", 10) == MPI_ERR_SPAWN);
    CHECK(refused(argv[0], "5:9", 4) == MPI_ERR_SPAWN);
    CHECK(refused(argv[0], "-4:0", 4) == MPI_ERR_SPAWN);
    CHECK(refused(argv[0], "4:1", 4) == MPI_ERR_SPAWN);
    for (const char *const *set = (const char *const[]){"many", "1:", "1:4:0", "1,,2", "1;2", "1:2:3:4", "", NULL}; *set != NULL; set++)
        CHECK(refused(argv[0], *set, 4) == MPI_ERR_INFO_VALUE);

    // Three could start, but only even numbers are allowed.
    MPI_Info even = soft("9, 8:2:-2"), any = soft("1:4");
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 3, even, size - 1, MPI_COMM_WORLD, &children, codes);
    CHECK(codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS && codes[2] == MPI_ERR_SPAWN);
    greet(2, 2);

    // Six ranks are left: the second program needs three of them.
    char *commands[] = {argv[0], argv[0]};
    int counts[] = {4, 3};
    MPI_Info infos[] = {any, MPI_INFO_NULL};
    MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 0, MPI_COMM_WORLD, &children, codes);
    for (int i = 0; i < 7; i++)
        CHECK(codes[i] == (i == 3 ? MPI_ERR_SPAWN : MPI_SUCCESS));
    greet(6, 3);
    CHECK(refused(argv[0], "0:4", 4) == MPI_ERR_SPAWN);
    MPI_Info_free(&even);
    MPI_Info_free(&any);
    return end();
}
