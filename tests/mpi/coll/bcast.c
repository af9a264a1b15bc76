// Tests broadcasts of many lengths from every root (on many ranks from two roots).
#include "../check.h"

int main(int argc, char **argv)
{
    static const int lengths[] = {0, 1, 5, 24, 240, 1000, 4096, 5000, 65536, 100003};
    begin(&argc, &argv);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (int root = 0; root < size; root = next_root(root)) {
            unsigned char *buffer = calloc(lengths[i] + 1, 1);
            if (rank == root)
                fill(buffer, lengths[i], i * size + root);
            MPI_Bcast(buffer, lengths[i], MPI_BYTE, root, MPI_COMM_WORLD);
            CHECK(filled(buffer, lengths[i], i * size + root) && buffer[lengths[i]] == 0);
            free(buffer);
        }
    }
    double values[3] = {rank + 0.5, rank, -rank};
    MPI_Bcast(values, 3, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    CHECK(values[0] == size - 0.5 && values[2] == 1 - size);
    return end();
}
