// Where the hardware serves every message, no counter of fallbacks rises:
// short messages, long ones, transfers to windows, barriers, reductions.
#include "../check.h"

enum { LONG = 100000, WORDS = 8 };

static MPI_T_pvar_session session;

// The sum of all of this library's counters of fallbacks. In a library without counters of these names it is 0.
static unsigned fallbacks(void)
{
    static const char *const names[] = {"no_credit", "no_command", "no_flag", "no_get", "no_own_counter", "no_put", "no_transfer",
                                        "no_barrier", "no_cells"};
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int index, count;
        unsigned value;
        MPI_T_pvar_handle handle;
        if (MPI_T_pvar_get_index(names[i], MPI_T_PVAR_CLASS_COUNTER, &index) != MPI_SUCCESS)
            continue;
        CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count) == MPI_SUCCESS);
        CHECK(MPI_T_pvar_read(session, handle, &value) == MPI_SUCCESS);
        CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS);
        sum += value;
    }
    return sum;
}

static void messages(char *out, char *in)
{
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (int bytes = 0; bytes <= LONG; bytes = bytes * 7 + 1) {
        fill(out, bytes, rank);
        MPI_Sendrecv(out, bytes, MPI_CHAR, next, 0, in, bytes, MPI_CHAR, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(filled(in, bytes, previous));
    }
}

static void transfers(void)
{
    double shared[WORDS] = {0}, value = rank + 1;
    MPI_Win window;
    MPI_Win_create(shared, sizeof shared, sizeof shared[0], MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 3, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    CHECK(shared[3] == (rank + size - 1) % size + 1);
    MPI_Win_free(&window);
}

int main(int argc, char **argv)
{
    int provided;
    begin(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    char *out = malloc(LONG), *in = malloc(LONG);
    messages(out, in);
    transfers();
    for (int i = 0; i < 10; i++) {
        long sum, one = 1;
        MPI_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(fallbacks() == 0);
    free(out);
    free(in);
    MPI_T_finalize();
    return end();
}
