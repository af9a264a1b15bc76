// Sender and receiver divide the message differently. It is a column of a matrix on one side and contiguous on the other.
#include "../check.h"

enum { TOTAL = 48, STRIDE = 3 };

static int sparse[TOTAL * STRIDE], dense[TOTAL];

static void run(int out_parts, int in_parts, int sparse_sends)
{
    MPI_Datatype column;
    MPI_Request request;
    int out_each = TOTAL / out_parts, in_each = TOTAL / in_parts, sends = rank == 0, flag;
    int is_sparse = sends == sparse_sends, each = sends ? out_each : in_each, parts = sends ? out_parts : in_parts;
    MPI_Datatype one;
    MPI_Type_vector(1, 1, STRIDE, MPI_INT, &one);
    MPI_Type_create_resized(one, 0, STRIDE * sizeof(int), &column);
    MPI_Type_commit(&column);
    MPI_Type_free(&one);
    for (int i = 0; i < TOTAL; i++) {
        dense[i] = sends ? i : -1;
        for (int k = 0; k < STRIDE; k++)
            sparse[i * STRIDE + k] = k == 0 && sends ? i : -1;
    }
    void *buffer = is_sparse ? sparse : dense;
    MPI_Datatype type = is_sparse ? column : MPI_INT;
    if (sends)
        MPI_Psend_init(buffer, parts, each, type, 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(buffer, parts, each, type, 0, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Type_free(&column);
    MPI_Start(&request);
    for (int i = 0; sends && i < parts; i++)
        MPI_Pready(parts - 1 - i, request);
    for (int i = 0; !sends && i < parts; i++) {
        do
            MPI_Parrived(request, i, &flag);
        while (!flag);
        CHECK(is_sparse ? sparse[i * each * STRIDE] == i * each : dense[i * each] == i * each);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; !sends && i < TOTAL; i++) {
        CHECK(is_sparse ? sparse[i * STRIDE] == i : dense[i] == i);
        CHECK(!is_sparse || sparse[i * STRIDE + 1] == -1);
    }
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    static const int parts[] = {1, 3, 4, 16, 48};
    begin(&argc, &argv);
    for (int i = 0; rank < 2 && i < 25; i++)
        run(parts[i / 5], parts[i % 5], i % 2);
    return end();
}
