// A message longer than a derived type: MPI_ERR_TRUNCATE, and nothing is written after the type or into its gaps.
#include "../check.h"

enum { ROWS = 20 };

static int sparse[3 * ROWS + 6], dense[2000];

int main(int argc, char **argv)
{
    static const int lengths[] = {ROWS + 1, 500, 2000};
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Datatype column;
    MPI_Type_vector(ROWS, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int way = 0; way < 6; way++) {
        int count = lengths[way / 2];
        if (rank == 1) {
            MPI_Send(dense, count, MPI_INT, 0, way, MPI_COMM_WORLD);
        } else if (rank == 0) {
            MPI_Status status;
            MPI_Request request;
            memset(sparse, 0x5a, sizeof sparse);
            int error;
            if (way % 2 == 0) {
                error = MPI_Recv(sparse, 1, column, 1, way, MPI_COMM_WORLD, &status);
            } else {
                MPI_Irecv(sparse, 1, column, 1, way, MPI_COMM_WORLD, &request);
                error = MPI_Wait(&request, &status);
            }
            CHECK(class_of(error) == MPI_ERR_TRUNCATE && status.MPI_SOURCE == 1 && status.MPI_TAG == way);
            for (int i = 0; i < 3 * ROWS + 6; i++)
                CHECK(sparse[i] == 0x5a5a5a5a || (i % 3 == 0 && i < 3 * ROWS && sparse[i] == 0));
        }
    }
    MPI_Type_free(&column);
    return end();
}
