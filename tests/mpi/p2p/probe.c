// Tests Probe and Iprobe: they return envelope and length, receive nothing, and agree with the receive that follows.
#include "../check.h"

int main(int argc, char **argv)
{
    static const size_t lengths[] = {0, 7, 250, 4000, 9000};
    begin(&argc, &argv);
    int flag;
    MPI_Status status, again;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    CHECK(!flag);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 5; i++) {
        size_t bytes = lengths[i];
        if (rank != 0) {
            unsigned char *out = malloc(bytes + 1);
            fill(out, bytes, rank);
            MPI_Send(out, (int)bytes, MPI_BYTE, 0, 10 + i, MPI_COMM_WORLD);
            free(out);
            continue;
        }
        for (int left = size - 1; left > 0; left--) {
            if (left % 2) {
                MPI_Probe(MPI_ANY_SOURCE, 10 + i, MPI_COMM_WORLD, &status);
            } else {
                do
                    MPI_Iprobe(MPI_ANY_SOURCE, 10 + i, MPI_COMM_WORLD, &flag, &status);
                while (!flag);
            }
            int count = count_of(&status, MPI_BYTE), source = status.MPI_SOURCE;
            CHECK(count == (int)bytes && status.MPI_TAG == 10 + i);
            MPI_Iprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &again);
            CHECK(flag && again.MPI_SOURCE == source && count_of(&again, MPI_BYTE) == count);
            unsigned char *in = malloc(count + 1);
            MPI_Recv(in, count, MPI_BYTE, source, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(filled(in, bytes, source));
            free(in);
        }
        MPI_Iprobe(MPI_ANY_SOURCE, 10 + i, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
    }
    return end();
}
