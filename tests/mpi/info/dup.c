// Tests that duplicates of info objects are independent and keep the order of the keys.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Info info, copy;
    int flag, keys;
    char value[20], one[MPI_MAX_INFO_KEY], other[MPI_MAX_INFO_KEY];
    MPI_Info_create(&info);
    MPI_Info_dup(info, &copy);
    MPI_Info_get_nkeys(copy, &keys);
    CHECK(keys == 0 && copy != info);
    MPI_Info_free(&copy);
    MPI_Info_set(info, "b", "1");
    MPI_Info_set(info, "a", "2");
    MPI_Info_set(info, "c", "3");
    MPI_Info_dup(info, &copy);
    for (int i = 0; i < 3; i++) {
        MPI_Info_get_nthkey(info, i, one);
        MPI_Info_get_nthkey(copy, i, other);
        CHECK(strcmp(one, other) == 0);
    }
    MPI_Info_set(info, "a", "changed");
    MPI_Info_delete(info, "b");
    MPI_Info_get(copy, "a", 10, value, &flag);
    CHECK(flag && strcmp(value, "2") == 0);
    MPI_Info_free(&info);
    MPI_Info_get(copy, "b", 10, value, &flag);
    CHECK(flag && strcmp(value, "1") == 0);
    MPI_Info_get_nkeys(copy, &keys);
    CHECK(keys == 3);
    MPI_Info_free(&copy);
    return end();
}
