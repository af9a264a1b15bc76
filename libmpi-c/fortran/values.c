// Values of attributes that Fortran sets: a list, as there are few.
#include "fortran/values.h"

#include <stdlib.h>

#include "fortran/handles.h"

struct value {
    MPI_Aint value;
    struct value *next;
};

static struct value *values;

// The link to the value at an address; the link at the end if none is there.
static struct value **value_link(void *address)
{
    struct value **link = &values;
    while (*link != NULL && *link != address)
        link = &(*link)->next;
    return link;
}

void *value_new(MPI_Aint value)
{
    struct value *new = handles_memory(sizeof *new);
    *new = (struct value){value, values};
    values = new;
    return new;
}

MPI_Aint value_at(void *address)
{
    const struct value *known = *value_link(address);
    return known != NULL ? known->value : (MPI_Aint)address;
}

void value_free(void *address)
{
    struct value **link = value_link(address), *known = *link;
    if (known == NULL)
        return;
    *link = known->next;
    free(known);
}
