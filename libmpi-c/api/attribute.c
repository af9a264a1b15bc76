// Attributes: a list for each object. Calls the program's functions when attributes are copied or deleted.
#include "api/errhandler.h"
#include "api/keyval.h"

struct attribute {
    struct attribute *next;
    int keyval;
    void *value;
};

// The link to the attribute with this key; if there is none, the link at the end of the list.
static struct attribute **attribute_link(struct attribute_list *attributes, int keyval)
{
    struct attribute **link = &attributes->first;
    while (*link != NULL && (*link)->keyval != keyval)
        link = &(*link)->next;
    return link;
}

static void attribute_insert(struct attribute **link, int keyval, void *value)
{
    struct attribute *attribute = p2p_allocate(sizeof *attribute, "MPI: no memory for another attribute");
    *attribute = (struct attribute){*link, keyval, value};
    *link = attribute;
    keyval_retain(keyval);
}

// Removes an attribute without calling its delete function.
static void attribute_drop(struct attribute **link)
{
    struct attribute *attribute = *link;
    *link = attribute->next;
    keyval_release(attribute->keyval);
    p2p_free(attribute);
}

// Calls the delete function of an attribute and, if that succeeds, removes the attribute. Returns the function's code. During the
// call the attribute still exists: the function may read it, and set and delete others.
static int attribute_delete(void *handle, struct attribute_list *attributes, int keyval)
{
    const struct keyval *key = keyval_of(keyval);
    void *value = (*attribute_link(attributes, keyval))->value;
    int code = key->delete == NULL ? MPI_SUCCESS : key->delete (handle, keyval, value, key->extra_state);
    if (code != MPI_SUCCESS)
        return code;
    attribute_drop(attribute_link(attributes, keyval));
    return MPI_SUCCESS;
}

int attribute_delete_all(enum attribute_owner what, void *handle, struct attribute_list *attributes)
{
    (void)what;
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS && attributes->first != NULL)
        code = attribute_delete(handle, attributes, attributes->first->keyval);
    return code;
}

static int attribute_copy(void *handle, const struct attribute *old, void **value, int *flag)
{
    const struct keyval *key = keyval_of(old->keyval);
    *value = old->value;
    *flag = key->copy != NULL;
    if (key->copy == NULL || key->copy == (keyval_copy_function *)MPI_COMM_DUP_FN)
        return MPI_SUCCESS;
    *flag = 0;
    return key->copy(handle, old->keyval, key->extra_state, old->value, value, flag);
}

int attribute_copy_all(enum attribute_owner what, void *handle, const struct attribute_list *from, struct attribute_list *to)
{
    (void)what;
    struct attribute **last = &to->first;
    for (const struct attribute *old = from->first; old != NULL; old = old->next) {
        void *value;
        int flag, code = attribute_copy(handle, old, &value, &flag);
        if (code != MPI_SUCCESS) {
            while (to->first != NULL)
                attribute_drop(&to->first);
            return code;
        }
        if (flag) {
            attribute_insert(last, old->keyval, value);
            last = &(*last)->next;
        }
    }
    return MPI_SUCCESS;
}

static int attribute_check_keyval(const char *function, const struct attribute_holder *holder, int keyval, bool valid)
{
    if (valid)
        return MPI_SUCCESS;
    return api_error_of(holder->errhandler, holder->handled, MPI_ERR_KEYVAL, "%s: invalid attribute key %d%s", function, keyval,
                        keyval_remark(keyval));
}

static int attribute_clear(const char *function, const struct attribute_holder *holder, int keyval)
{
    int code = attribute_delete(holder->handle, holder->attributes, keyval);
    if (code == MPI_SUCCESS)
        return MPI_SUCCESS;
    return api_error_of(holder->errhandler, holder->handled, code, "%s: the delete function of attribute key %d returned %d",
                        function, keyval, code);
}

// Deletes a previous value first, as MPI_Comm_delete_attr does.
int attribute_set(const char *function, const struct attribute_holder *holder, int keyval, void *value)
{
    int error = attribute_check_keyval(function, holder, keyval, keyval_is_valid(holder->what, keyval));
    if (error == MPI_SUCCESS && *attribute_link(holder->attributes, keyval) != NULL)
        error = attribute_clear(function, holder, keyval);
    if (error == MPI_SUCCESS)
        attribute_insert(&holder->attributes->first, keyval, value);
    return error;
}

int attribute_get(const char *function, const struct attribute_holder *holder, int keyval, void *value, int *flag)
{
    int error = attribute_check_keyval(function, holder, keyval, keyval_is_known(holder->what, keyval));
    if (error != MPI_SUCCESS)
        return error;
    if (value == NULL || flag == NULL)
        return api_error_of(holder->errhandler, holder->handled, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function,
                            value == NULL ? "attribute_val" : "flag");
    const struct attribute *attribute = *attribute_link(holder->attributes, keyval);
    *flag = attribute != NULL;
    if (attribute != NULL)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

int attribute_remove(const char *function, const struct attribute_holder *holder, int keyval)
{
    int error = attribute_check_keyval(function, holder, keyval, keyval_is_known(holder->what, keyval));
    if (error != MPI_SUCCESS)
        return error;
    if (*attribute_link(holder->attributes, keyval) == NULL)
        return api_error_of(holder->errhandler, holder->handled, MPI_ERR_KEYVAL, "%s: there is no attribute with key %d",
                            function, keyval);
    return attribute_clear(function, holder, keyval);
}
