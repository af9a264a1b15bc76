// When no contexts are left, MPI_Comm_dup fails on all ranks. It works again after some have been freed.
#include "../check.h"

enum { TOO_MANY = 40000 };

// More communicators than this must be possible. Hardware that matches 16 bits of a tag has few bits for communicators, too.
static int least(void)
{
    int *tag_ub, flag;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    return flag && *tag_ub > 0xffff ? 1000 : 500;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm *all = malloc(TOO_MANY * sizeof *all);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int count = 0, error = MPI_SUCCESS, fewest = 0;
    while (count < TOO_MANY && (error = MPI_Comm_dup(MPI_COMM_WORLD, &all[count])) == MPI_SUCCESS)
        count++;
    CHECK(count > least() && count < TOO_MANY && class_of(error) == MPI_ERR_OTHER);
    MPI_Allreduce(&count, &fewest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    CHECK(fewest == count);
    for (int round = 0; round < 3; round++) {
        MPI_Comm_free(&all[count / 2]);
        CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &all[count / 2]) == MPI_SUCCESS);
        int sum = 0;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all[count / 2]);
        CHECK(sum == size * (size - 1) / 2);
    }
    for (int i = 0; i < count; i++)
        MPI_Comm_free(&all[i]);
    CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &all[0]) == MPI_SUCCESS);
    MPI_Comm_free(&all[0]);
    free(all);
    return end();
}
