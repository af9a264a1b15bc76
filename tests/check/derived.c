// Derived types: a structure is received with another type of its second member; a column received as a row is no mistake.
// run: -n 2
// exit: 87
// check: type mismatch
// stderr: element 1 of the message is sent as MPI_DOUBLE, but received as MPI_INT
// stderr: rank 1
// stderr: derived.c:45
#include <mpi.h>
#include <stddef.h>

struct record {
    int a;
    double b;
};

static void make(MPI_Datatype second, MPI_Datatype *made)
{
    int lengths[2] = {1, 1};
    MPI_Aint at[2] = {offsetof(struct record, a), offsetof(struct record, b)};
    MPI_Datatype types[2] = {MPI_INT, second}, part;
    MPI_Type_create_struct(2, lengths, at, types, &part);
    MPI_Type_create_resized(part, 0, sizeof(struct record), made);
    MPI_Type_commit(made);
    MPI_Type_free(&part);
}

int main(int argc, char **argv)
{
    int rank, field[4][4] = {{0}};
    struct record records[2] = {{1, 2}, {3, 4}};
    MPI_Datatype record, other, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make(MPI_DOUBLE, &record);
    make(MPI_INT, &other);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0) {
        MPI_Send(field, 1, column, 1, 0, MPI_COMM_WORLD);
        MPI_Send(records, 2, record, 1, 1, MPI_COMM_WORLD);
        MPI_Send(records, 1, record, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(field, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(records, 2, record, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(records, 2, other, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&record);
    MPI_Type_free(&other);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
