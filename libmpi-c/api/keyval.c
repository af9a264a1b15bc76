// Attribute keys: a table, which grows. A key that is freed while attributes have it exists until the last of them is deleted.
#include <string.h>

#include "api/keyval.h"

enum { KEYVAL_FIRST = 0x1000, KEYVAL_AT_ONCE = 8 };

static struct keyval *keyval_table;
static int keyval_count;

static bool keyval_is_free(const struct keyval *entry)
{
    return !entry->has_handle && entry->uses == 0;
}

struct keyval *keyval_of(int keyval)
{
    return &keyval_table[keyval - KEYVAL_FIRST];
}

bool keyval_is_known(enum attribute_owner what, int keyval)
{
    if (keyval < KEYVAL_FIRST || keyval >= KEYVAL_FIRST + keyval_count)
        return false;
    return !keyval_is_free(keyval_of(keyval)) && keyval_of(keyval)->what == what;
}

bool keyval_is_valid(enum attribute_owner what, int keyval)
{
    return keyval_is_known(what, keyval) && keyval_of(keyval)->has_handle;
}

void keyval_retain(int keyval)
{
    keyval_of(keyval)->uses++;
}

void keyval_release(int keyval)
{
    keyval_of(keyval)->uses--;
}

// Returns a key number that is free: not in use by the program or by an attribute.
static int keyval_number(void)
{
    for (int i = 0; i < keyval_count; i++) {
        if (keyval_is_free(&keyval_table[i]))
            return KEYVAL_FIRST + i;
    }
    int count = keyval_count + KEYVAL_AT_ONCE;
    struct keyval *grown = p2p_allocate(count * sizeof *grown, "MPI: no memory for another attribute key");
    memset(grown, 0, count * sizeof *grown);
    if (keyval_count != 0)
        memcpy(grown, keyval_table, keyval_count * sizeof *grown);
    p2p_free(keyval_table);
    keyval_table = grown;
    int number = KEYVAL_FIRST + keyval_count;
    keyval_count = count;
    return number;
}

int keyval_create(const char *function, enum attribute_owner what, keyval_copy_function *copy, keyval_delete_function *delete,
                  int *keyval, void *extra_state)
{
    if (keyval == NULL)
        return api_explain_pointer(function, NULL, "keyval");
    *keyval = keyval_number();
    *keyval_of(*keyval) = (struct keyval){what, true, 0, copy, delete, extra_state};
    return MPI_SUCCESS;
}

int keyval_free(const char *function, enum attribute_owner what, int *keyval)
{
    if (keyval == NULL)
        return api_explain_pointer(function, NULL, "keyval");
    if (!keyval_is_known(what, *keyval))
        return api_error(NULL, MPI_ERR_KEYVAL, "%s: invalid attribute key %d%s", function, *keyval, keyval_remark(*keyval));
    keyval_of(*keyval)->has_handle = false;
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}
