// Wrong arguments of calls on groups, communicators, topologies, attributes and memory: each is
// refused with its error class, the call's name, the wrong value, the rank and the line of the call.
// run: -n 2 -- incl
// exit: 6
// stderr: rank
// stderr: MPI_Group_incl:
// stderr: 5
// stderr: bad_group.c:78
// run: -n 2 -- group
// exit: 9
// stderr: rank
// stderr: MPI_Group_size:
// stderr: MPI_GROUP_NULL
// stderr: bad_group.c:80
// run: -n 2 -- split
// exit: 13
// stderr: rank
// stderr: MPI_Comm_split:
// stderr: -5
// stderr: bad_group.c:82
// run: -n 2 -- free
// exit: 5
// stderr: rank
// stderr: MPI_Comm_free:
// stderr: MPI_COMM_WORLD
// stderr: bad_group.c:84
// run: -n 2 -- cart
// exit: 13
// stderr: rank
// stderr: MPI_Cart_create:
// stderr: with 4 in dimension 0
// stderr: bad_group.c:86
// run: -n 2 -- dims
// exit: 12
// stderr: rank
// stderr: MPI_Dims_create:
// stderr: 6 nodes
// stderr: 4 together
// stderr: bad_group.c:88
// run: -n 2 -- coords
// exit: 11
// stderr: rank
// stderr: MPI_Cart_coords:
// stderr: topology
// stderr: bad_group.c:90
// run: -n 2 -- attribute
// exit: 36
// stderr: rank
// stderr: MPI_Comm_set_attr:
// stderr: MPI_KEYVAL_INVALID
// stderr: bad_group.c:92
// run: -n 2 -- handler
// exit: 61
// stderr: rank
// stderr: MPI_Comm_set_errhandler:
// stderr: MPI_ERRHANDLER_NULL
// stderr: bad_group.c:94
// run: -n 2 -- memory
// exit: 13
// stderr: rank
// stderr: MPI_Alloc_mem:
// stderr: -1
// stderr: bad_group.c:96
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int ranks[1] = {5}, dims[2] = {4, 0}, periods[2] = {0, 0}, key = MPI_KEYVAL_INVALID;
    MPI_Group group, made;
    MPI_Comm comm = MPI_COMM_WORLD, other;
    void *memory;
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (strcmp(what, "incl") == 0)
        MPI_Group_incl(group, 1, ranks, &made); // reported
    if (strcmp(what, "group") == 0)
        MPI_Group_size(MPI_GROUP_NULL, dims); // reported
    if (strcmp(what, "split") == 0)
        MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &other); // reported
    if (strcmp(what, "free") == 0)
        MPI_Comm_free(&comm); // reported
    if (strcmp(what, "cart") == 0)
        MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &other); // reported
    if (strcmp(what, "dims") == 0)
        MPI_Dims_create(6, 2, dims); // reported
    if (strcmp(what, "coords") == 0)
        MPI_Cart_coords(MPI_COMM_WORLD, 0, 2, dims); // reported
    if (strcmp(what, "attribute") == 0)
        MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL); // reported
    if (strcmp(what, "handler") == 0)
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL); // reported
    if (strcmp(what, "memory") == 0)
        MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory); // reported
    printf("not refused\n");
    MPI_Finalize();
    return 0;
}
