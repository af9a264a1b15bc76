// Tests error classes of info calls. The object does not change.
#include "../errors/expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    MPI_Info info;
    int flag, keys, length = 3;
    static char text[MPI_MAX_INFO_VAL + 2], key[MPI_MAX_INFO_KEY + 2];
    MPI_Info_create(&info);
    MPI_Info_set(info, "a", "1");
    memset(key, 'k', sizeof key - 1);
    memset(text, 'v', sizeof text - 1);
    EXPECT(MPI_ERR_INFO_KEY, MPI_Info_set(info, key, "1"));
    EXPECT(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", "1"));
    EXPECT(MPI_ERR_INFO_KEY, MPI_Info_set(info, NULL, "1"));
    EXPECT(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "b", text));
    EXPECT(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "b", NULL));
    EXPECT(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "b"));
    EXPECT(MPI_ERR_INFO_KEY, MPI_Info_delete(info, key));
    EXPECT(MPI_ERR_INFO_KEY, MPI_Info_get(info, key, 3, text, &flag));
    EXPECT(MPI_ERR_INFO_KEY, MPI_Info_get_valuelen(info, NULL, &length, &flag));
    EXPECT(MPI_ERR_ARG, MPI_Info_get(info, "a", -1, text, &flag));
    EXPECT(MPI_ERR_ARG, MPI_Info_get_nthkey(info, 1, key));
    EXPECT(MPI_ERR_ARG, MPI_Info_get_nthkey(info, -1, key));
    EXPECT(MPI_ERR_INFO, MPI_Info_set(MPI_INFO_NULL, "a", "1"));
    EXPECT(MPI_ERR_INFO, MPI_Info_get_nkeys(MPI_INFO_NULL, &keys));
    MPI_Info none = MPI_INFO_NULL;
    EXPECT(MPI_ERR_INFO, MPI_Info_free(&none));
    EXPECT(MPI_ERR_INFO, MPI_Info_dup(MPI_INFO_NULL, &none));
    MPI_Info_get_nkeys(info, &keys);
    MPI_Info_get(info, "a", 3, text, &flag);
    CHECK(keys == 1 && flag && strcmp(text, "1") == 0);
    MPI_Info_free(&info);
    return end();
}
