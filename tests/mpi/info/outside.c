// Tests info objects before MPI_Init and after MPI_Finalize (MPI 5.0 §11.4.1).
#include "../check.h"

static int works(void)
{
    MPI_Info info, copy;
    int flag = 0, keys = 0, length = 0;
    char value[20] = "", key[MPI_MAX_INFO_KEY] = "";
    MPI_Info_create(&info);
    MPI_Info_set(info, "a", "one");
    MPI_Info_set(info, "b", "two");
    MPI_Info_delete(info, "a");
    MPI_Info_dup(info, &copy);
    MPI_Info_free(&info);
    MPI_Info_get(copy, "b", 10, value, &flag);
    MPI_Info_get_nkeys(copy, &keys);
    MPI_Info_get_nthkey(copy, 0, key);
    MPI_Info_get_valuelen(copy, "b", &length, &flag);
    int right = flag && strcmp(value, "two") == 0 && keys == 1 && strcmp(key, "b") == 0 && length == 3;
    MPI_Info_free(&copy);
    return right && info == MPI_INFO_NULL && copy == MPI_INFO_NULL;
}

int main(int argc, char **argv)
{
    int before = works();
    begin(&argc, &argv);
    CHECK(before && works());
    MPI_Finalize();
    if (rank == 0 && works())
        printf("ok\n");
    return 0;
}
