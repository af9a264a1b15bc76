// Error codes, classes and their texts: every code of this library is its class, and the program may add others.
#include <string.h>

#include "api/api.h"
#include "api/errortext.h"
#include "api/predefined.h"

// What the program has added, from MPI_ERR_LASTCODE + 1 on (MPI 5.0 §9.5). Both numbers come from one series.
struct api_added_error {
    int class;  // its own number when it is a class
    char *text;
};

static struct api_added_error *api_added;

enum { API_FIRST_ADDED = MPI_ERR_LASTCODE + 1, API_ADDED_AT_ONCE = 8 };

// NULL when there is no such code.
static struct api_added_error *api_added_error(int code)
{
    return code >= API_FIRST_ADDED && code <= api_last_used_code ? &api_added[code - API_FIRST_ADDED] : NULL;
}

// Its place is the next number; `class` is 0 for a class.
static int api_add_error(int class)
{
    int count = api_last_used_code - MPI_ERR_LASTCODE;
    if (count % API_ADDED_AT_ONCE == 0) {
        struct api_added_error *grown = p2p_allocate((count + API_ADDED_AT_ONCE) * sizeof *grown,
                                                     "MPI: no memory for another error code");
        if (count != 0)
            memcpy(grown, api_added, count * sizeof *grown);
        p2p_free(api_added);
        api_added = grown;
    }
    int code = ++api_last_used_code;
    api_added[count] = (struct api_added_error){class == 0 ? code : class, NULL};
    return code;
}

static bool api_is_class(int class)
{
    const struct api_added_error *added = api_added_error(class);
    return added != NULL ? added->class == class : api_error_text(class) != NULL;
}

int PMPI_Add_error_class(int *errorclass)
{
    if (errorclass == NULL)
        return api_explain_pointer("MPI_Add_error_class", NULL, "errorclass");
    *errorclass = api_add_error(0);
    return MPI_SUCCESS;
}
API_WEAK(Add_error_class)

int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    if (errorcode == NULL)
        return api_explain_pointer("MPI_Add_error_code", NULL, "errorcode");
    if (!api_is_class(errorclass) || errorclass == MPI_SUCCESS)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Add_error_code: %d is no error class", errorclass);
    *errorcode = api_add_error(errorclass);
    return MPI_SUCCESS;
}
API_WEAK(Add_error_code)

// Predefined codes keep their text.
int PMPI_Add_error_string(int errorcode, const char *string)
{
    struct api_added_error *added = api_added_error(errorcode);
    if (added == NULL)
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
    const struct api_added_error *added = api_added_error(errorcode);
    *errorclass = added != NULL ? added->class : api_error_text(errorcode) != NULL ? errorcode : MPI_ERR_UNKNOWN;
    return MPI_SUCCESS;
}
API_WEAK(Error_class)

// The text of an added code is empty until there is one.
int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    if (string == NULL || resultlen == NULL)
        return api_explain_pointer("MPI_Error_string", NULL, string == NULL ? "string" : "resultlen");
    const struct api_added_error *added = api_added_error(errorcode);
    const char *text = added == NULL ? api_error_text(errorcode) : added->text == NULL ? "" : added->text;
    if (text == NULL)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Error_string: invalid error code %d", errorcode);
    strcpy(string, text);
    *resultlen = strlen(text);
    return MPI_SUCCESS;
}
API_WEAK(Error_string)
