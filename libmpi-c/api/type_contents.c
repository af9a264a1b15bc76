// MPI_Type_get_envelope and MPI_Type_get_contents: the arguments of a datatype's constructor.
#include "api/type.h"

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
    api_enter("MPI_Type_get_envelope");
    int error = datatype_check("MPI_Type_get_envelope", datatype, num_integers, "num_integers");
    if (error != MPI_SUCCESS)
        return error;
    if (num_addresses == NULL || num_datatypes == NULL || combiner == NULL)
        return api_explain_pointer("MPI_Type_get_envelope", NULL,
                                   num_addresses == NULL ? "num_addresses" : num_datatypes == NULL ? "num_datatypes" : "combiner");
    const struct type_contents *contents = type_contents(datatype);
    *num_integers = contents == NULL ? 0 : contents->integer_count;
    *num_addresses = contents == NULL ? 0 : contents->address_count;
    *num_datatypes = contents == NULL ? 0 : contents->type_count;
    *combiner = contents == NULL ? MPI_COMBINER_NAMED : contents->combiner;
    return MPI_SUCCESS;
}
API_WEAK(Type_get_envelope)

static int datatype_check_room(const char *what, int room, int needed, const void *array)
{
    if (room < needed)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Type_get_contents: room for %d %s, but the datatype has %d", room, what, needed);
    if (needed > 0 && array == NULL)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Type_get_contents: the array for %d %s is a null pointer", needed, what);
    return MPI_SUCCESS;
}

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                           int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
    api_enter("MPI_Type_get_contents");
    if (!type_is_valid(datatype))
        return datatype_explain("MPI_Type_get_contents", datatype);
    const struct type_contents *contents = type_contents(datatype);
    if (contents == NULL)
        return api_error(NULL, MPI_ERR_TYPE, "MPI_Type_get_contents: %p is a predefined datatype, which has no contents",
                         (void *)datatype);
    int error = datatype_check_room("integers", max_integers, contents->integer_count, array_of_integers);
    if (error == MPI_SUCCESS)
        error = datatype_check_room("addresses", max_addresses, contents->address_count, array_of_addresses);
    if (error == MPI_SUCCESS)
        error = datatype_check_room("datatypes", max_datatypes, contents->type_count, array_of_datatypes);
    if (error != MPI_SUCCESS)
        return error;
    for (int i = 0; i < contents->integer_count; i++)
        array_of_integers[i] = contents->integers[i];
    for (int i = 0; i < contents->address_count; i++)
        array_of_addresses[i] = contents->addresses[i];
    for (int i = 0; i < contents->type_count; i++) {
        array_of_datatypes[i] = contents->types[i];
        type_handle_add(contents->types[i]);
    }
    return MPI_SUCCESS;
}
API_WEAK(Type_get_contents)
