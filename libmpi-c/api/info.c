// Info objects: a list of entries.
#include "api/info.h"

#include <string.h>

#include "api/environment.h"

static struct p2p_object_pool info_pool = {P2P_OBJECT_INFO, sizeof(struct info), NULL};

struct info *info_of(MPI_Info handle)
{
    return handle == MPI_INFO_ENV ? info_environment() : p2p_object_of(handle, P2P_OBJECT_INFO);
}

bool info_is_hints(MPI_Info handle)
{
    return handle == MPI_INFO_NULL || info_of(handle) != NULL;
}

int info_explain(const char *function, const struct p2p_comm *comm, MPI_Info handle)
{
    return api_error(comm, MPI_ERR_INFO, handle == MPI_INFO_NULL ? "%s: the info object is MPI_INFO_NULL"
                                                                 : "%s: invalid info object %p", function, (void *)handle);
}

struct info *info_new(void)
{
    return p2p_object_new(&info_pool);
}

struct info_entry *info_find(const struct info *info, const char *key)
{
    struct info_entry *entry = info->first;
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    return entry;
}

static char *info_text(const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(p2p_allocate(bytes, "MPI: no memory for another value of an info object"), text, bytes);
}

void info_put(struct info *info, const char *key, const char *value)
{
    struct info_entry *entry = info_find(info, key);
    if (entry != NULL) {
        p2p_free(entry->value);
        entry->value = info_text(value);
        return;
    }
    struct info_entry **link = &info->first;
    while (*link != NULL)
        link = &(*link)->next;
    size_t bytes = strlen(key) + 1;
    entry = p2p_allocate(sizeof *entry + bytes, "MPI: no memory for another key of an info object");
    entry->next = NULL;
    entry->value = info_text(value);
    memcpy(entry->key, key, bytes);
    *link = entry;
}

void info_put_number(struct info *info, const char *key, unsigned number)
{
    char digits[12] = "", *at = digits + sizeof digits - 1;
    do
        *--at = '0' + number % 10;
    while ((number /= 10) != 0);
    info_put(info, key, at);
}

void info_merge(MPI_Info *hints, MPI_Info from)
{
    if (*hints == MPI_INFO_NULL)
        *hints = (MPI_Info)info_new();
    const struct info *info = info_of(from);
    for (const struct info_entry *entry = info == NULL ? NULL : info->first; entry != NULL; entry = entry->next)
        info_put(info_of(*hints), entry->key, entry->value);
}

MPI_Info info_copy(MPI_Info handle)
{
    MPI_Info copy = MPI_INFO_NULL;
    info_merge(&copy, handle);
    return copy;
}

void info_release(MPI_Info handle)
{
    struct info *info = p2p_object_of(handle, P2P_OBJECT_INFO);
    if (info == NULL || !p2p_object_release(info))
        return;
    while (info->first != NULL) {
        struct info_entry *entry = info->first;
        info->first = entry->next;
        p2p_free(entry->value);
        p2p_free(entry);
    }
    p2p_object_free(&info_pool, info);
}
