// Tests that no rank leaves a barrier before the last one has entered it.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < 3 * size; round++) {
        int last = round % size, flag = 0;
        if (rank == last) {
            // All others wait in the barrier. This rank sends each a message before it enters, so the messages must be there when they leave.
            for (int peer = 0; peer < size; peer++) {
                if (peer != rank)
                    MPI_Send(&round, 1, MPI_INT, peer, 1, MPI_COMM_WORLD);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank != last) {
            int value = -1;
            while (!flag)
                MPI_Iprobe(last, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            MPI_Recv(&value, 1, MPI_INT, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(value == round);
        }
    }
    return end();
}
