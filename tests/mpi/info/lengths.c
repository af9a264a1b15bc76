// Tests lengths in info objects: buffers that are too short, and the longest keys and values.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Info info;
    int flag, length;
    char value[MPI_MAX_INFO_VAL], long_key[MPI_MAX_INFO_KEY], found[MPI_MAX_INFO_VAL + 1];
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "0123456789");
    MPI_Info_get_valuelen(info, "key", &length, &flag);
    CHECK(flag && length == 10);
    MPI_Info_get(info, "key", 4, found, &flag);
    CHECK(flag && strcmp(found, "0123") == 0);
    MPI_Info_get(info, "key", 10, found, &flag);
    CHECK(flag && strcmp(found, "0123456789") == 0);
    length = 5;
    MPI_Info_get_string(info, "key", &length, found, &flag);
    CHECK(flag && length == 11 && strcmp(found, "0123") == 0);
    length = 0;
    found[0] = 'x';
    MPI_Info_get_string(info, "key", &length, found, &flag);
    CHECK(flag && length == 11 && found[0] == 'x');
    MPI_Info_get_string(info, "key", &length, found, &flag);
    CHECK(flag && length == 11 && strcmp(found, "0123456789") == 0);
    length = 7;
    MPI_Info_get_string(info, "none", &length, found, &flag);
    CHECK(!flag && length == 7 && strcmp(found, "0123456789") == 0);
    memset(long_key, 'k', sizeof long_key);
    long_key[sizeof long_key - 1] = '\0';
    memset(value, 'v', sizeof value);
    value[sizeof value - 1] = '\0';
    if (sizeof long_key > 200)
        long_key[200] = '\0';
    CHECK(MPI_Info_set(info, long_key, value) == MPI_SUCCESS);
    MPI_Info_get(info, long_key, MPI_MAX_INFO_VAL, found, &flag);
    CHECK(flag && strcmp(found, value) == 0);
    MPI_Info_get_valuelen(info, long_key, &length, &flag);
    CHECK(flag && length == MPI_MAX_INFO_VAL - 1);
    MPI_Info_free(&info);
    return end();
}
