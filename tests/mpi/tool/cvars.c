// The control variables of the algorithms of collective operations: what they say of themselves, and that each algorithm gives
// the same result. A library without variables of these names prints the same.
#include "../check.h"

enum { TEXT = 128, WORDS = 40, ROUNDS = 3 };

static int words[64 * WORDS], sums[64 * WORDS];

// The seconds that a few broadcasts take.
static double broadcasts(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int i = 0; i < ROUNDS; i++)
        MPI_Bcast(words, WORDS, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - begin;
}

static void all_right(void)
{
    for (int root = 0; root < size; root = next_root(root)) {
        for (int i = 0; i < WORDS; i++)
            words[i] = rank == root ? i + root : -1;
        MPI_Bcast(words, WORDS, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Allreduce(words, sums, WORDS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < WORDS; i++)
            CHECK(words[i] == i + root && sums[i] == size * (i + root));
    }
    for (int i = 0; i < size; i++)
        words[i] = 100 * rank + i;
    MPI_Alltoall(words, 1, MPI_INT, sums, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        CHECK(sums[i] == 100 * i + rank);
    MPI_Barrier(MPI_COMM_WORLD);
}

// Tries all algorithms of a variable. Returns their number.
static int try_all(MPI_T_cvar_handle handle, MPI_T_enum algorithms)
{
    int count, value, old, wrong, bytes = TEXT;
    char name[TEXT];
    CHECK(MPI_T_enum_get_info(algorithms, &count, name, &bytes) == MPI_SUCCESS && bytes == (int)strlen(name) + 1);
    CHECK(MPI_T_cvar_read(handle, &old) == MPI_SUCCESS && old == 0);
    for (int i = 0; i < count; i++) {
        bytes = TEXT;
        CHECK(MPI_T_enum_get_item(algorithms, i, &value, name, &bytes) == MPI_SUCCESS && bytes > 1);
        CHECK(MPI_T_cvar_write(handle, &value) == MPI_SUCCESS);
        CHECK(MPI_T_cvar_read(handle, &old) == MPI_SUCCESS && old == value);
        all_right();
    }
    CHECK(MPI_T_enum_get_item(algorithms, count, &value, name, &bytes) == MPI_T_ERR_INVALID_ITEM);
    for (wrong = -1; wrong <= count; wrong += count + 1)
        CHECK(MPI_T_cvar_write(handle, &wrong) == MPI_T_ERR_INVALID);
    value = 0;
    CHECK(MPI_T_cvar_write(handle, &value) == MPI_SUCCESS);
    return count;
}

static int each_algorithm(const char *operation)
{
    int index, count, bytes = TEXT, scope, bind, algorithms;
    char name[TEXT], own_name[TEXT], meaning[TEXT];
    MPI_Datatype type;
    MPI_T_enum enumeration;
    MPI_T_cvar_handle handle;
    snprintf(name, TEXT, "coll_%s_algorithm", operation);
    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS)
        return 0;
    int more = TEXT;
    CHECK(MPI_T_cvar_get_info(index, own_name, &bytes, NULL, &type, &enumeration, meaning, &more, &bind, &scope) == MPI_SUCCESS);
    CHECK(strcmp(name, own_name) == 0 && type == MPI_INT && bind == MPI_T_BIND_NO_OBJECT && scope == MPI_T_SCOPE_ALL_EQ);
    CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS && count == 1);
    algorithms = try_all(handle, enumeration);
    if (strcmp(operation, "bcast") == 0 && size > 3) {
        // A chain takes longer than a tree.
        double tree = broadcasts(), chain;
        int value = 0;
        for (bytes = TEXT; strcmp(own_name, "chain") != 0; bytes = TEXT)
            CHECK(MPI_T_enum_get_item(enumeration, ++value, &value, own_name, &bytes) == MPI_SUCCESS);
        CHECK(MPI_T_cvar_write(handle, &value) == MPI_SUCCESS);
        chain = broadcasts();
        CHECK(chain > tree);
    }
    CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL);
    CHECK(MPI_T_cvar_read(handle, &count) == MPI_T_ERR_INVALID_HANDLE);
    return algorithms;
}

int main(int argc, char **argv)
{
    int provided, index;
    if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS)
        return 1;
    begin(&argc, &argv);
    CHECK(MPI_T_cvar_get_index("no such variable", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_cvar_get_info(1 << 20, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    int barrier = each_algorithm("barrier"), bcast = each_algorithm("bcast"), allreduce = each_algorithm("allreduce");
    int alltoall = each_algorithm("alltoall");
    CHECK((barrier == 4 && bcast == 5 && allreduce == 6 && alltoall == 4) || barrier + bcast + allreduce + alltoall == 0);
    MPI_T_finalize();
    return end();
}
