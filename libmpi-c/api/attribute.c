// Attributes.
#include "api/attribute.h"

int api_attributes_copy(enum api_attributed what, void *handle, const struct api_attributes *from,
                        struct api_attributes *to)
{
    (void)what;
    (void)handle;
    *to = *from;
    return MPI_SUCCESS;
}

int api_attributes_delete(enum api_attributed what, void *handle, struct api_attributes *attributes)
{
    (void)what;
    (void)handle;
    (void)attributes;
    return MPI_SUCCESS;
}
