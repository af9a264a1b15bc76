// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, the latest one first, while MPI still works (MPI 5.0 §11.2.4).
#include "../check.h"

enum { ATTRIBUTES = 5 };

static int order[ATTRIBUTES], deleted;

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval, (void)extra;
    int flag = -1, own = 1, sum = 0;
    MPI_Finalized(&flag);
    CHECK(comm == MPI_COMM_SELF && flag == 0);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size);
    order[deleted++] = *(int *)value;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    static int values[ATTRIBUTES];
    begin(&argc, &argv);
    for (int i = 0; i < ATTRIBUTES; i++) {
        int keyval;
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &keyval, NULL);
        values[i] = i;
        MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &values[i]);
        if (i % 2 != 0)
            MPI_Comm_free_keyval(&keyval);
    }
    MPI_Finalize();
    int wrong = deleted != ATTRIBUTES;
    for (int i = 0; i < deleted; i++)
        wrong += order[i] != ATTRIBUTES - 1 - i;
    if (rank == 0 && !wrong)
        printf("ok\n");
    return wrong;
}
