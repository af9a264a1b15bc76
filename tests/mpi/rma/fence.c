// Epochs between fences: puts, gets and accumulates of all ranks to
// all, with assertions, and with lengths for all kinds of packets.
#include "../check.h"

static void ring(size_t bytes)
{
    unsigned char *memory = malloc(2 * bytes + 1), *from = malloc(bytes + 1), *back = malloc(bytes + 1);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Win win;
    memset(memory, 0, 2 * bytes);
    fill(from, bytes, rank);
    MPI_Win_create(memory, (MPI_Aint)(2 * bytes), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(from, (int)bytes, MPI_BYTE, next, (MPI_Aint)bytes, (int)bytes, MPI_BYTE, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    CHECK(filled(memory + bytes, bytes, before));
    for (size_t i = 0; i < bytes; i++)
        CHECK(memory[i] == 0);
    MPI_Win_fence(0, win);
    memset(back, 0, bytes);
    MPI_Get(back, (int)bytes, MPI_BYTE, next, (MPI_Aint)bytes, (int)bytes, MPI_BYTE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, win);
    CHECK(filled(back, bytes, rank));
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL);
    free(memory);
    free(from);
    free(back);
}

static void all_to_all(void)
{
    enum { EACH = 3 };
    int *memory = calloc(size * EACH, sizeof(int)), sum = 0;
    MPI_Win win;
    MPI_Win_create(memory, (MPI_Aint)(size * EACH * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    int *values = malloc(size * EACH * sizeof(int));
    for (int to = 0; to < size; to++) {
        for (int i = 0; i < EACH; i++)
            values[to * EACH + i] = rank * 1000 + to * 10 + i;
        MPI_Put(&values[to * EACH], EACH, MPI_INT, to, rank * EACH, EACH, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    for (int from = 0; from < size; from++) {
        for (int i = 0; i < EACH; i++)
            CHECK(memory[from * EACH + i] == from * 1000 + rank * 10 + i);
    }
    MPI_Win_fence(0, win);
    memory[0] = 0;
    MPI_Win_fence(0, win);
    int one = rank + 1;
    for (int to = 0; to < size; to++)
        MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int from = 0; from < size; from++)
        sum += from + 1;
    CHECK(memory[0] == sum);
    MPI_Win_free(&win);
    free(memory);
    free(values);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    ring(0);
    ring(1);
    ring(8);
    ring(255);
    ring(4096);
    ring(70001);
    all_to_all();
    return end();
}
