// Tests keys and values of info objects: set, found, replaced, deleted, numbered.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Info info = MPI_INFO_NULL;
    int flag = -1, keys = -1, length = -1;
    char value[MPI_MAX_INFO_VAL] = "untouched", key[MPI_MAX_INFO_KEY], name[16];
    CHECK(MPI_Info_create(&info) == MPI_SUCCESS && info != MPI_INFO_NULL);
    MPI_Info_get_nkeys(info, &keys);
    CHECK(keys == 0);
    MPI_Info_get(info, "none", 20, value, &flag);
    CHECK(flag == 0 && strcmp(value, "untouched") == 0);
    MPI_Info_get_valuelen(info, "none", &length, &flag);
    CHECK(flag == 0);
    for (int i = 0; i < 20; i++) {
        sprintf(name, "key%d", i);
        sprintf(value, "value %d", i * i);
        MPI_Info_set(info, name, value);
    }
    MPI_Info_get_nkeys(info, &keys);
    CHECK(keys == 20);
    MPI_Info_get(info, "key7", sizeof value - 1, value, &flag);
    CHECK(flag && strcmp(value, "value 49") == 0);
    MPI_Info_set(info, "key7", "another, and longer than the first");
    MPI_Info_get(info, "key7", sizeof value - 1, value, &flag);
    CHECK(flag && strcmp(value, "another, and longer than the first") == 0);
    MPI_Info_get_nkeys(info, &keys);
    CHECK(keys == 20);
    MPI_Info_delete(info, "key7");
    MPI_Info_get(info, "key7", sizeof value - 1, value, &flag);
    CHECK(!flag);
    MPI_Info_get_nkeys(info, &keys);
    CHECK(keys == 19);
    // Keys are case-sensitive, and each has its own number.
    MPI_Info_set(info, "KEY1", "upper");
    MPI_Info_get(info, "key1", sizeof value - 1, value, &flag);
    CHECK(flag && strcmp(value, "value 1") == 0);
    MPI_Info_delete(info, "KEY1");
    int seen[20] = {0}, which = -1;
    for (int i = 0; i < keys; i++) {
        MPI_Info_get_nthkey(info, i, key);
        CHECK(sscanf(key, "key%d", &which) == 1 && which >= 0 && which < 20);
        seen[which]++;
    }
    for (int i = 0; i < 20; i++)
        CHECK(seen[i] == (i != 7));
    MPI_Info_free(&info);
    CHECK(info == MPI_INFO_NULL);
    return end();
}
