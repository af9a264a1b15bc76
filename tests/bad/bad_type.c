// Wrong arguments of calls on datatypes, packing and operations: each is
// refused with its error class, the call's name, the wrong value, the rank and the line of the call.
// run: -n 2 -- vector
// exit: 2
// stderr: rank
// stderr: MPI_Type_vector:
// stderr: -3
// stderr: bad_type.c:60
// run: -n 2 -- indexed
// exit: 2
// stderr: rank
// stderr: MPI_Type_indexed:
// stderr: negative blocklength -4
// stderr: bad_type.c:62
// run: -n 2 -- free
// exit: 3
// stderr: rank
// stderr: MPI_Type_free:
// stderr: 0x209
// stderr: predefined
// stderr: bad_type.c:64
// run: -n 2 -- loose
// exit: 3
// stderr: rank
// stderr: MPI_Send:
// stderr: not been committed
// stderr: bad_type.c:66
// run: -n 2 -- size
// exit: 3
// stderr: rank
// stderr: MPI_Type_size:
// stderr: MPI_DATATYPE_NULL
// stderr: bad_type.c:68
// run: -n 2 -- pack
// exit: 15
// stderr: rank
// stderr: MPI_Pack:
// stderr: 8 bytes from position 3
// stderr: bad_type.c:70
// run: -n 2 -- op
// exit: 10
// stderr: rank
// stderr: MPI_Op_free:
// stderr: MPI_SUM
// stderr: bad_type.c:72
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Datatype type = MPI_INT, loose;
    int value[2] = {1, 2}, lengths[2] = {1, -4}, places[2] = {0, 2}, at = 3;
    char space[8];
    MPI_Op op = MPI_SUM;
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Type_contiguous(2, MPI_INT, &loose);
    if (strcmp(what, "vector") == 0)
        MPI_Type_vector(-3, 1, 1, MPI_INT, &type); // reported
    if (strcmp(what, "indexed") == 0)
        MPI_Type_indexed(2, lengths, places, MPI_INT, &type); // reported
    if (strcmp(what, "free") == 0)
        MPI_Type_free(&type); // reported
    if (strcmp(what, "loose") == 0)
        MPI_Send(value, 1, loose, 0, 0, MPI_COMM_WORLD); // reported
    if (strcmp(what, "size") == 0)
        MPI_Type_size(MPI_DATATYPE_NULL, &at); // reported
    if (strcmp(what, "pack") == 0)
        MPI_Pack(value, 2, MPI_INT, space, 8, &at, MPI_COMM_WORLD); // reported
    if (strcmp(what, "op") == 0)
        MPI_Op_free(&op); // reported
    printf("not refused\n");
    MPI_Finalize();
    return 0;
}
