// A thousand messages from every rank, received in reverse order.
#include "../check.h"

enum { MESSAGES = 1000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static const size_t lengths[] = {8, 100, 300, 0};
    static unsigned char buffer[300];
    if (rank != 0) {
        for (int i = 0; i < MESSAGES; i++) {
            fill(buffer, lengths[i % 4], i + rank);
            MPI_Send(buffer, (int)lengths[i % 4], MPI_BYTE, 0, i, MPI_COMM_WORLD);
        }
        MPI_Send(NULL, 0, MPI_BYTE, 0, MESSAGES, MPI_COMM_WORLD);
    } else {
        for (int source = 1; source < size; source++)
            MPI_Recv(NULL, 0, MPI_BYTE, source, MESSAGES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = MESSAGES - 1; i >= 0; i--) {
            for (int source = 1; source < size; source++) {
                MPI_Status status;
                MPI_Recv(buffer, sizeof buffer, MPI_BYTE, source, i, MPI_COMM_WORLD, &status);
                CHECK(count_of(&status, MPI_BYTE) == (int)lengths[i % 4]);
                CHECK(filled(buffer, lengths[i % 4], i + source));
            }
        }
    }
    return end();
}
