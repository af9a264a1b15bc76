// Tests memory from MPI_Alloc_mem.
#include "../errors/expect.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    enum { BLOCKS = 12 };
    unsigned char *memory[BLOCKS];
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alignment", "64");
    for (int i = 0; i < BLOCKS; i++) {
        CHECK(MPI_Alloc_mem(100 << i % 6, i % 2 == 0 ? MPI_INFO_NULL : info, &memory[i]) == MPI_SUCCESS && memory[i] != NULL);
        CHECK((uintptr_t)memory[i] % sizeof(double) == 0);
        fill(memory[i], 100 << i % 6, i);
    }
    MPI_Info_free(&info);
    for (int i = 0; i < BLOCKS; i++)
        CHECK(filled(memory[i], 100 << i % 6, i));
    MPI_Sendrecv(memory[0], 100, MPI_BYTE, (rank + 1) % size, 0, memory[1], 200, MPI_BYTE, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(filled(memory[1], 100, 0));
    for (int i = 0; i < BLOCKS; i++)
        CHECK(MPI_Free_mem(memory[i]) == MPI_SUCCESS);
    void *nothing = NULL;
    CHECK(MPI_Alloc_mem(0, MPI_INFO_NULL, &nothing) == MPI_SUCCESS);
    MPI_Free_mem(nothing);
    EXPECT(MPI_ERR_ARG, MPI_Alloc_mem(-1, MPI_INFO_NULL, &nothing));
    working();
    return end();
}
