// Info objects: a list of entries.
#include "api/info.h"

#include <string.h>

#include "api/environment.h"

static struct p2p_object_pool api_infos = {P2P_OBJECT_INFO, sizeof(struct api_info), NULL};

struct api_info *api_info(MPI_Info handle)
{
    return handle == MPI_INFO_ENV ? api_info_environment() : p2p_object_of(handle, P2P_OBJECT_INFO);
}

bool api_is_hints(MPI_Info handle)
{
    return handle == MPI_INFO_NULL || api_info(handle) != NULL;
}

int api_explain_info(const char *function, const struct p2p_comm *comm, MPI_Info handle)
{
    return api_error(comm, MPI_ERR_INFO, handle == MPI_INFO_NULL ? "%s: the info object is MPI_INFO_NULL"
                                                                 : "%s: invalid info object %p", function, (void *)handle);
}

struct api_info *api_info_new(void)
{
    return p2p_object_new(&api_infos);
}

struct api_info_entry *api_info_find(const struct api_info *info, const char *key)
{
    struct api_info_entry *entry = info->first;
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    return entry;
}

static char *api_info_text(const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(p2p_allocate(bytes, "MPI: no memory for another value of an info object"), text, bytes);
}

void api_info_put(struct api_info *info, const char *key, const char *value)
{
    struct api_info_entry *entry = api_info_find(info, key);
    if (entry != NULL) {
        p2p_free(entry->value);
        entry->value = api_info_text(value);
        return;
    }
    struct api_info_entry **link = &info->first;
    while (*link != NULL)
        link = &(*link)->next;
    size_t bytes = strlen(key) + 1;
    entry = p2p_allocate(sizeof *entry + bytes, "MPI: no memory for another key of an info object");
    entry->next = NULL;
    entry->value = api_info_text(value);
    memcpy(entry->key, key, bytes);
    *link = entry;
}

void api_info_put_number(struct api_info *info, const char *key, unsigned number)
{
    char digits[12] = "", *at = digits + sizeof digits - 1;
    do
        *--at = '0' + number % 10;
    while ((number /= 10) != 0);
    api_info_put(info, key, at);
}

void api_info_merge(MPI_Info *hints, MPI_Info from)
{
    if (*hints == MPI_INFO_NULL)
        *hints = (MPI_Info)api_info_new();
    const struct api_info *info = api_info(from);
    for (const struct api_info_entry *entry = info == NULL ? NULL : info->first; entry != NULL; entry = entry->next)
        api_info_put(api_info(*hints), entry->key, entry->value);
}

MPI_Info api_info_copy(MPI_Info handle)
{
    MPI_Info copy = MPI_INFO_NULL;
    api_info_merge(&copy, handle);
    return copy;
}

void api_info_release(MPI_Info handle)
{
    struct api_info *info = p2p_object_of(handle, P2P_OBJECT_INFO);
    if (info == NULL || !p2p_object_release(info))
        return;
    while (info->first != NULL) {
        struct api_info_entry *entry = info->first;
        info->first = entry->next;
        p2p_free(entry->value);
        p2p_free(entry);
    }
    p2p_object_free(&api_infos, info);
}
