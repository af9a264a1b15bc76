// Data representations that the program registers (MPI 5.0 §14.5.3). Only their names are kept. The library does not convert files
// by functions of the program, so MPI_File_set_view refuses them, as the standard allows (MPI 5.0 §14.5.3).
#include <string.h>

#include "io/file.h"

struct datarep {
    struct datarep *next;
    char name[MPI_MAX_DATAREP_STRING];
};

static int datarep_register(const char *function, const char *name, const void *extent_fn)
{
    static struct datarep *first;
    api_enter(function);
    MPI_Errhandler handler = file_initial_errhandler;
    if (name == NULL || extent_fn == NULL)
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function,
                            name == NULL ? "datarep" : "dtype_file_extent_fn");
    if (strlen(name) >= MPI_MAX_DATAREP_STRING)
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_ARG, "%s: the name has %zu characters, at most %d are allowed", function,
                            strlen(name), MPI_MAX_DATAREP_STRING - 1);
    bool known = strcmp(name, "native") == 0 || strcmp(name, "internal") == 0 || strcmp(name, "external32") == 0;
    for (const struct datarep *at = first; at != NULL; at = at->next)
        known |= strcmp(at->name, name) == 0;
    if (known)
        return api_error_of(handler, MPI_FILE_NULL, MPI_ERR_DUP_DATAREP, "%s: `%s` exists already", function, name);
    struct datarep *new = p2p_allocate(sizeof *new, "MPI: no memory for the name of a data representation");
    new->next = first;
    strcpy(new->name, name);
    first = new;
    return MPI_SUCCESS;
}

int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
                          MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
                          void *extra_state)
{
    (void)read_conversion_fn, (void)write_conversion_fn, (void)extra_state;
    return datarep_register("MPI_Register_datarep", datarep, (const void *)dtype_file_extent_fn);
}
API_WEAK(Register_datarep)

int PMPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
                            MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
                            void *extra_state)
{
    (void)read_conversion_fn, (void)write_conversion_fn, (void)extra_state;
    return datarep_register("MPI_Register_datarep_c", datarep, (const void *)dtype_file_extent_fn);
}
API_WEAK(Register_datarep_c)
