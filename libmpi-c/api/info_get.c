// Reading info objects (MPI 5.0 §10.2).
#include <string.h>

#include "api/info.h"

int info_check_key(const char *function, const char *key)
{
    if (key == NULL || *key == '\0')
        return api_error(NULL, MPI_ERR_INFO_KEY, "%s: the key is %s", function, key == NULL ? "a null pointer" : "empty");
    if (strlen(key) >= MPI_MAX_INFO_KEY)
        return api_error(NULL, MPI_ERR_INFO_KEY, "%s: the key has %zu characters, at most %d are allowed", function, strlen(key),
                         MPI_MAX_INFO_KEY - 1);
    return MPI_SUCCESS;
}

// Returns the value of a key, or NULL if there is no such key.
static int info_look(const char *function, MPI_Info info, const char *key, const int *flag, const char **value)
{
    const struct info *known = info_of(info);
    if (known == NULL)
        return info_explain(function, NULL, info);
    int error = info_check_key(function, key);
    if (error != MPI_SUCCESS)
        return error;
    if (flag == NULL)
        return api_explain_pointer(function, NULL, "flag");
    const struct info_entry *entry = info_find(known, key);
    *value = entry == NULL ? NULL : entry->value;
    return MPI_SUCCESS;
}

// Copies a value, cut to `characters` characters and the terminating zero.
static void info_give(char *to, const char *value, size_t characters)
{
    size_t length = strlen(value);
    if (length > characters)
        length = characters;
    memcpy(to, value, length);
    to[length] = '\0';
}

// `valuelen` does not count the terminating zero.
int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
    const char *found;
    int error = info_look("MPI_Info_get", info, key, flag, &found);
    if (error != MPI_SUCCESS)
        return error;
    if (valuelen < 0)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Info_get: negative length %d", valuelen);
    if (value == NULL)
        return api_error(NULL, MPI_ERR_INFO_VALUE, "MPI_Info_get: the argument `value` is a null pointer");
    *flag = found != NULL;
    if (found != NULL)
        info_give(value, found, valuelen);
    return MPI_SUCCESS;
}
API_WEAK(Info_get)

// `buflen` counts the terminating zero, and is set to the size that the whole value needs (MPI 5.0 §10.2).
int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)
{
    const char *found;
    int error = info_look("MPI_Info_get_string", info, key, flag, &found);
    if (error != MPI_SUCCESS)
        return error;
    if (buflen == NULL)
        return api_explain_pointer("MPI_Info_get_string", NULL, "buflen");
    if (*buflen < 0)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Info_get_string: negative length %d", *buflen);
    if (value == NULL && *buflen != 0)
        return api_error(NULL, MPI_ERR_INFO_VALUE, "MPI_Info_get_string: the argument `value` is a null pointer");
    *flag = found != NULL;
    if (found == NULL)
        return MPI_SUCCESS;
    if (*buflen != 0)
        info_give(value, found, *buflen - 1);
    *buflen = strlen(found) + 1;
    return MPI_SUCCESS;
}
API_WEAK(Info_get_string)

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    const char *found;
    int error = info_look("MPI_Info_get_valuelen", info, key, flag, &found);
    if (error != MPI_SUCCESS)
        return error;
    if (valuelen == NULL)
        return api_explain_pointer("MPI_Info_get_valuelen", NULL, "valuelen");
    *flag = found != NULL;
    if (found != NULL)
        *valuelen = strlen(found);
    return MPI_SUCCESS;
}
API_WEAK(Info_get_valuelen)

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    const struct info *known = info_of(info);
    if (known == NULL)
        return info_explain("MPI_Info_get_nkeys", NULL, info);
    if (nkeys == NULL)
        return api_explain_pointer("MPI_Info_get_nkeys", NULL, "nkeys");
    *nkeys = 0;
    for (const struct info_entry *entry = known->first; entry != NULL; entry = entry->next)
        ++*nkeys;
    return MPI_SUCCESS;
}
API_WEAK(Info_get_nkeys)

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    const struct info *known = info_of(info);
    if (known == NULL)
        return info_explain("MPI_Info_get_nthkey", NULL, info);
    if (key == NULL)
        return api_error(NULL, MPI_ERR_INFO_KEY, "MPI_Info_get_nthkey: the argument `key` is a null pointer");
    const struct info_entry *entry = n < 0 ? NULL : known->first;
    for (int left = n; left > 0 && entry != NULL; left--)
        entry = entry->next;
    if (entry == NULL)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Info_get_nthkey: there is no key %d", n);
    strcpy(key, entry->key);
    return MPI_SUCCESS;
}
API_WEAK(Info_get_nthkey)
