// More transfers than the counters can hold at once: long puts and gets, and very many short ones to one rank.
#include "../check.h"

int main(int argc, char **argv)
{
    enum { BYTES = 9 << 20, SHORT = 3000 };
    begin(&argc, &argv);
    unsigned char *memory = malloc(BYTES + 16), *mine = malloc(BYTES);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win win;
    MPI_Win_create(memory, BYTES + 16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    fill(mine, BYTES, rank);
    MPI_Win_fence(0, win);
    MPI_Put(mine, BYTES, MPI_BYTE, right, 3, BYTES, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(filled(memory + 3, BYTES, left));
    memset(mine, 0, BYTES);
    MPI_Get(mine, BYTES - 1, MPI_BYTE, right, 3, BYTES - 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(filled(mine, BYTES - 1, rank));
    fill(mine, SHORT, rank + 9);
    for (int i = 0; i < SHORT; i++)
        MPI_Put(mine + i, 1, MPI_BYTE, right, i, 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(filled(memory, SHORT, left + 9));
    for (int i = SHORT; i-- > 0;)
        MPI_Get(mine + 2 * SHORT + i, 1, MPI_BYTE, right, i, 1, MPI_BYTE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(filled(mine + 2 * SHORT, SHORT, rank + 9));
    MPI_Win_free(&win);
    free(memory);
    free(mine);
    return end();
}
