// Attribute keys: a table, which grows. A key that is freed while attributes have it stays until the last of them is gone.
#include <string.h>

#include "api/keyval.h"

enum { API_FIRST_KEYVAL = 0x1000, API_KEYVALS_AT_ONCE = 8 };

static struct api_keyval *api_keyvals;
static int api_keyval_count;

static bool api_is_free(const struct api_keyval *entry)
{
    return !entry->has_handle && entry->uses == 0;
}

struct api_keyval *api_keyval_of(int keyval)
{
    return &api_keyvals[keyval - API_FIRST_KEYVAL];
}

bool api_keyval_is_known(enum api_attributed what, int keyval)
{
    if (keyval < API_FIRST_KEYVAL || keyval >= API_FIRST_KEYVAL + api_keyval_count)
        return false;
    return !api_is_free(api_keyval_of(keyval)) && api_keyval_of(keyval)->what == what;
}

bool api_keyval_is_valid(enum api_attributed what, int keyval)
{
    return api_keyval_is_known(what, keyval) && api_keyval_of(keyval)->has_handle;
}

void api_keyval_retain(int keyval)
{
    api_keyval_of(keyval)->uses++;
}

void api_keyval_release(int keyval)
{
    api_keyval_of(keyval)->uses--;
}

// A number that no attribute has any more.
static int api_keyval_number(void)
{
    for (int i = 0; i < api_keyval_count; i++) {
        if (api_is_free(&api_keyvals[i]))
            return API_FIRST_KEYVAL + i;
    }
    int count = api_keyval_count + API_KEYVALS_AT_ONCE;
    struct api_keyval *grown = p2p_allocate(count * sizeof *grown, "MPI: no memory for another attribute key");
    memset(grown, 0, count * sizeof *grown);
    if (api_keyval_count != 0)
        memcpy(grown, api_keyvals, api_keyval_count * sizeof *grown);
    p2p_free(api_keyvals);
    api_keyvals = grown;
    int number = API_FIRST_KEYVAL + api_keyval_count;
    api_keyval_count = count;
    return number;
}

int api_keyval_create(const char *function, enum api_attributed what, api_copy_function *copy, api_delete_function *delete,
                      int *keyval, void *extra_state)
{
    if (keyval == NULL)
        return api_explain_pointer(function, NULL, "keyval");
    *keyval = api_keyval_number();
    *api_keyval_of(*keyval) = (struct api_keyval){what, true, 0, copy, delete, extra_state};
    return MPI_SUCCESS;
}

int api_keyval_free(const char *function, enum api_attributed what, int *keyval)
{
    if (keyval == NULL)
        return api_explain_pointer(function, NULL, "keyval");
    if (!api_keyval_is_known(what, *keyval))
        return api_error(NULL, MPI_ERR_KEYVAL, "%s: invalid attribute key %d%s", function, *keyval, api_keyval_remark(*keyval));
    api_keyval_of(*keyval)->has_handle = false;
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}
