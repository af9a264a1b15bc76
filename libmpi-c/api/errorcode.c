// Error codes, classes and their texts. Codes of this library are classes; the program may add codes and classes.
#include <string.h>

#include "api/errorcode.h"
#include "api/errortext.h"

struct errorcode_added *errorcode_added;

enum { ERRORCODE_ADDED_AT_ONCE = 8 };

// Adds a code of class `class`, or a class if that is 0, with the next number.
static int errorcode_add(int class)
{
    int count = errorcode_last_used - MPI_ERR_LASTCODE;
    if (count % ERRORCODE_ADDED_AT_ONCE == 0) {
        struct errorcode_added *grown = p2p_allocate((count + ERRORCODE_ADDED_AT_ONCE) * sizeof *grown,
                                                     "MPI: no memory for another error code");
        if (count != 0)
            memcpy(grown, errorcode_added, count * sizeof *grown);
        p2p_free(errorcode_added);
        errorcode_added = grown;
    }
    int code = ++errorcode_last_used;
    errorcode_added[count] = (struct errorcode_added){.class = class == 0 ? code : class};
    return code;
}

static bool errorcode_is_class(int class)
{
    const struct errorcode_added *added = errorcode_find(class);
    return added != NULL ? added->class == class : errorcode_text(class) != NULL;
}

int PMPI_Add_error_class(int *errorclass)
{
    if (errorclass == NULL)
        return api_explain_pointer("MPI_Add_error_class", NULL, "errorclass");
    *errorclass = errorcode_add(0);
    return MPI_SUCCESS;
}
API_WEAK(Add_error_class)

int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    if (errorcode == NULL)
        return api_explain_pointer("MPI_Add_error_code", NULL, "errorcode");
    if (!errorcode_is_class(errorclass) || errorclass == MPI_SUCCESS)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Add_error_code: %d is no error class", errorclass);
    *errorcode = errorcode_add(errorclass);
    return MPI_SUCCESS;
}
API_WEAK(Add_error_code)

// Only texts of added codes and classes can be set.
int PMPI_Add_error_string(int errorcode, const char *string)
{
    struct errorcode_added *added = errorcode_find(errorcode);
    if (added == NULL || added->removed)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Add_error_string: the error code %d was not added by the program", errorcode);
    if (string == NULL)
        return api_explain_pointer("MPI_Add_error_string", NULL, "string");
    size_t bytes = strlen(string) + 1;
    if (bytes > MPI_MAX_ERROR_STRING)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Add_error_string: the string has %zu characters, MPI_MAX_ERROR_STRING is %d",
                         bytes - 1, MPI_MAX_ERROR_STRING);
    p2p_free(added->text);
    added->text = memcpy(p2p_allocate(bytes, "MPI: no memory for the text of an error"), string, bytes);
    return MPI_SUCCESS;
}
API_WEAK(Add_error_string)

int PMPI_Error_class(int errorcode, int *errorclass)
{
    if (errorclass == NULL)
        return api_explain_pointer("MPI_Error_class", NULL, "errorclass");
    const struct errorcode_added *added = errorcode_find(errorcode);
    *errorclass = added != NULL ? added->class : errorcode_text(errorcode) != NULL ? errorcode : MPI_ERR_UNKNOWN;
    return MPI_SUCCESS;
}
API_WEAK(Error_class)

// The text of an added code is empty until the program sets one.
int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    if (string == NULL || resultlen == NULL)
        return api_explain_pointer("MPI_Error_string", NULL, string == NULL ? "string" : "resultlen");
    const struct errorcode_added *added = errorcode_find(errorcode);
    const char *text = added == NULL ? errorcode_text(errorcode) : added->text == NULL ? "" : added->text;
    if (text == NULL)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Error_string: invalid error code %d", errorcode);
    strcpy(string, text);
    *resultlen = strlen(text);
    return MPI_SUCCESS;
}
API_WEAK(Error_string)
