// Wrong arguments of MPI calls: each is refused with its error class, the call's name and the line of the call.
// run: -n 2 -- count
// exit: 2
// stderr: MPI_Send
// stderr: negative count -1
// stderr: bad_argument.c:47
// run: -n 2 -- type
// exit: 3
// stderr: MPI_Send
// stderr: MPI_DATATYPE_NULL
// stderr: bad_argument.c:49
// run: -n 2 -- tag
// exit: 4
// stderr: MPI_Send
// stderr: invalid tag -5
// stderr: bad_argument.c:51
// run: -n 2 -- comm
// exit: 5
// stderr: MPI_Send
// stderr: MPI_COMM_NULL
// stderr: bad_argument.c:53
// run: -n 2 -- source
// exit: 6
// stderr: MPI_Recv
// stderr: invalid rank 99
// stderr: bad_argument.c:55
// run: -n 2 -- root
// exit: 8
// stderr: MPI_Bcast
// stderr: root
// stderr: bad_argument.c:57
// run: -n 2 -- op
// exit: 10
// stderr: MPI_Allreduce
// stderr: MPI_OP_NULL
// stderr: bad_argument.c:59
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int value = 1, sum = 0;
    const char *what = argc > 1 ? argv[1] : "count";
    if (strcmp(what, "count") == 0)
        MPI_Send(&value, -1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); // reported
    if (strcmp(what, "type") == 0)
        MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD); // reported
    if (strcmp(what, "tag") == 0)
        MPI_Send(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD); // reported
    if (strcmp(what, "comm") == 0)
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL); // reported
    if (strcmp(what, "source") == 0)
        MPI_Recv(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    if (strcmp(what, "root") == 0)
        MPI_Bcast(&value, 1, MPI_INT, 99, MPI_COMM_WORLD); // reported
    if (strcmp(what, "op") == 0)
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD); // reported
    printf("not refused\n");
    MPI_Finalize();
    return 0;
}
