// Making, changing and freeing info objects (MPI 5.0 §10.2). All functions may be called before MPI_Init and after MPI_Finalize
// (MPI 5.0 §11.4.1).
#include <string.h>

#include "api/environment.h"
#include "api/info.h"

// Checks that the program may change the object: MPI_INFO_ENV cannot be changed.
static int info_check_own(const char *function, MPI_Info handle)
{
    if (handle == MPI_INFO_ENV)
        return api_error(NULL, MPI_ERR_INFO, "%s: MPI_INFO_ENV cannot be changed", function);
    return info_of(handle) == NULL ? info_explain(function, NULL, handle) : MPI_SUCCESS;
}

int PMPI_Info_create(MPI_Info *info)
{
    if (info == NULL)
        return api_explain_pointer("MPI_Info_create", NULL, "info");
    *info = (MPI_Info)info_new();
    return MPI_SUCCESS;
}
API_WEAK(Info_create)

int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    if (info == NULL)
        return api_explain_pointer("MPI_Info_create_env", NULL, "info");
    struct info *new = info_new();
    info_put_environment(new, argc, argv);
    *info = (MPI_Info)new;
    return MPI_SUCCESS;
}
API_WEAK(Info_create_env)

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    if (info_of(info) == NULL)
        return info_explain("MPI_Info_dup", NULL, info);
    if (newinfo == NULL)
        return api_explain_pointer("MPI_Info_dup", NULL, "newinfo");
    *newinfo = info_copy(info);
    return MPI_SUCCESS;
}
API_WEAK(Info_dup)

int PMPI_Info_free(MPI_Info *info)
{
    if (info == NULL)
        return api_explain_pointer("MPI_Info_free", NULL, "info");
    int error = info_check_own("MPI_Info_free", *info);
    if (error != MPI_SUCCESS)
        return error;
    info_release(*info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
API_WEAK(Info_free)

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    int error = info_check_own("MPI_Info_set", info);
    if (error == MPI_SUCCESS)
        error = info_check_key("MPI_Info_set", key);
    if (error != MPI_SUCCESS)
        return error;
    if (value == NULL)
        return api_error(NULL, MPI_ERR_INFO_VALUE, "MPI_Info_set: the value of key %s is a null pointer", key);
    if (strlen(value) >= MPI_MAX_INFO_VAL)
        return api_error(NULL, MPI_ERR_INFO_VALUE, "MPI_Info_set: the value of key %s has %zu characters, at most %d are allowed",
                         key, strlen(value), MPI_MAX_INFO_VAL - 1);
    info_put(info_of(info), key, value);
    return MPI_SUCCESS;
}
API_WEAK(Info_set)

int PMPI_Info_delete(MPI_Info info, const char *key)
{
    int error = info_check_own("MPI_Info_delete", info);
    if (error == MPI_SUCCESS)
        error = info_check_key("MPI_Info_delete", key);
    if (error != MPI_SUCCESS)
        return error;
    struct info_entry **link = &info_of(info)->first;
    while (*link != NULL && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    struct info_entry *entry = *link;
    if (entry == NULL)
        return api_error(NULL, MPI_ERR_INFO_NOKEY, "MPI_Info_delete: there is no key %s", key);
    *link = entry->next;
    p2p_free(entry->value);
    p2p_free(entry);
    return MPI_SUCCESS;
}
API_WEAK(Info_delete)
