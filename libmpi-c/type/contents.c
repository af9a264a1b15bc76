// Contents of types: the arguments of their constructors.
#include "type/contents.h"

#include "p2p/p2p.h"
#include "type/internal.h"

struct type_contents *type_contents_new(MPI_Datatype type, int combiner, int integers, int addresses, int types)
{
    struct type_contents *contents;
    size_t bytes = sizeof *contents + (size_t)addresses * sizeof *contents->addresses +
                   (size_t)types * sizeof *contents->types + (size_t)integers * sizeof *contents->integers;
    contents = p2p_allocate(bytes, "MPI: no memory for the description of a derived datatype");
    MPI_Aint *first = (MPI_Aint *)(contents + 1);
    MPI_Datatype *second = (MPI_Datatype *)(first + addresses);
    *contents = (struct type_contents){combiner, integers, addresses, types, (int *)(second + types), first, second};
    type_of(type)->contents = contents;
    return contents;
}

void type_contents_keep(const struct type_contents *contents)
{
    for (int i = 0; i < contents->type_count; i++)
        type_retain(contents->types[i]);
}

void type_contents_free(struct type_contents *contents)
{
    if (contents == NULL)
        return;
    for (int i = 0; i < contents->type_count; i++)
        type_release(contents->types[i]);
    p2p_free(contents);
}

const struct type_contents *type_contents(MPI_Datatype type)
{
    return p2p_is_within(type) ? NULL : type_of(type)->contents;
}
