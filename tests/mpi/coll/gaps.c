// Tests operations of the program on elements with gaps, which must not change, and with extents of all kinds.
#include "../check.h"

#include <stddef.h>

struct element {
    int key;
    int gap;
    double value;
};

enum { COUNT = 9, MARK = 77777 };

static int called_with_long;

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lb, extent;
    MPI_Type_get_extent(*type, &lb, &extent);
    for (int i = 0; i < *count; i++) {
        struct element *x = (struct element *)((char *)in + i * extent), *y = (struct element *)((char *)inout + i * extent);
        y->key += x->key;
        y->value += x->value;
    }
    called_with_long |= *count > 1;
}

static MPI_Datatype element_type(MPI_Aint extent)
{
    int lengths[] = {1, 1};
    MPI_Aint at[] = {offsetof(struct element, key), offsetof(struct element, value)};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE}, plain, sized;
    MPI_Type_create_struct(2, lengths, at, types, &plain);
    MPI_Type_create_resized(plain, 0, extent, &sized);
    MPI_Type_commit(&sized);
    MPI_Type_free(&plain);
    return sized;
}

static struct element *element_at(void *buffer, MPI_Aint extent, int i)
{
    return (struct element *)((char *)buffer + i * extent);
}

static void mark(void *buffer, MPI_Aint extent, int r)
{
    memset(buffer, 0, COUNT * 64);
    for (int i = 0; i < COUNT; i++)
        *element_at(buffer, extent, i) = (struct element){r + i, MARK + r, r * 0.5 + i};
}

// `n` is the number of added ranks, `sum` the sum of their numbers.
static void verify(void *buffer, MPI_Aint extent, int n, int sum)
{
    for (int i = 0; i < COUNT; i++) {
        struct element *e = element_at(buffer, extent, i);
        CHECK(e->key == sum + n * i && e->value == sum * 0.5 + n * i);
        CHECK(e->gap == MARK + rank);
    }
}

static void try(MPI_Aint extent, int commutes)
{
    MPI_Datatype type = element_type(extent);
    MPI_Op op;
    double own_memory[COUNT * 8], got_memory[COUNT * 8];
    void *own = own_memory, *got = got_memory;
    int all = size * (size - 1) / 2, before = rank * (rank - 1) / 2;
    MPI_Op_create(add, commutes, &op);
    mark(own, extent, rank);
    mark(got, extent, rank);
    MPI_Allreduce(own, got, COUNT, type, op, MPI_COMM_WORLD);
    verify(got, extent, size, all);
    mark(got, extent, rank);
    MPI_Allreduce(MPI_IN_PLACE, got, COUNT, type, op, MPI_COMM_WORLD);
    verify(got, extent, size, all);
    mark(got, extent, rank);
    MPI_Reduce(own, rank == size - 1 ? got : NULL, COUNT, type, op, size - 1, MPI_COMM_WORLD);
    if (rank == size - 1)
        verify(got, extent, size, all);
    mark(got, extent, rank);
    MPI_Scan(own, got, COUNT, type, op, MPI_COMM_WORLD);
    verify(got, extent, rank + 1, before + rank);
    mark(got, extent, rank);
    MPI_Exscan(own, got, COUNT, type, op, MPI_COMM_WORLD);
    if (rank > 0)
        verify(got, extent, rank, before);
    mark(got, extent, rank);
    MPI_Reduce_local(own, got, COUNT, type, op);
    verify(got, extent, 2, 2 * rank);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int commutes = 0; commutes < 2; commutes++) {
        try(sizeof(struct element), commutes);
        try(sizeof(struct element) + 8, commutes);
        try(64, commutes);
    }
    return end();
}
