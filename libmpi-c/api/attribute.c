// Attributes: a list for each object, and the functions of the program that are called when they are copied and deleted.
#include "api/errhandler.h"
#include "api/keyval.h"

struct api_attribute {
    struct api_attribute *next;
    int keyval;
    void *value;
};

// The link that leads to it, or the last one.
static struct api_attribute **api_attribute_link(struct api_attributes *attributes, int keyval)
{
    struct api_attribute **link = &attributes->first;
    while (*link != NULL && (*link)->keyval != keyval)
        link = &(*link)->next;
    return link;
}

static void api_attribute_insert(struct api_attribute **link, int keyval, void *value)
{
    struct api_attribute *attribute = p2p_allocate(sizeof *attribute, "MPI: no memory for another attribute");
    *attribute = (struct api_attribute){*link, keyval, value};
    *link = attribute;
    api_keyval_retain(keyval);
}

// Without a call of its delete function.
static void api_attribute_drop(struct api_attribute **link)
{
    struct api_attribute *attribute = *link;
    *link = attribute->next;
    api_keyval_release(attribute->keyval);
    p2p_free(attribute);
}

// It is still there while the function is called, which may ask for it, and set and delete others. Returns that function's code.
static int api_attribute_delete(void *handle, struct api_attributes *attributes, int keyval)
{
    const struct api_keyval *key = api_keyval_of(keyval);
    void *value = (*api_attribute_link(attributes, keyval))->value;
    int code = key->delete == NULL ? MPI_SUCCESS : key->delete (handle, keyval, value, key->extra_state);
    if (code != MPI_SUCCESS)
        return code;
    api_attribute_drop(api_attribute_link(attributes, keyval));
    return MPI_SUCCESS;
}

int api_attributes_delete(enum api_attributed what, void *handle, struct api_attributes *attributes)
{
    (void)what;
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS && attributes->first != NULL)
        code = api_attribute_delete(handle, attributes, attributes->first->keyval);
    return code;
}

static int api_attribute_copy(void *handle, const struct api_attribute *old, void **value, int *flag)
{
    const struct api_keyval *key = api_keyval_of(old->keyval);
    *value = old->value;
    *flag = key->copy != NULL;
    if (key->copy == NULL || key->copy == (api_copy_function *)MPI_COMM_DUP_FN)
        return MPI_SUCCESS;
    *flag = 0;
    return key->copy(handle, old->keyval, key->extra_state, old->value, value, flag);
}

int api_attributes_copy(enum api_attributed what, void *handle, const struct api_attributes *from,
                        struct api_attributes *to)
{
    (void)what;
    struct api_attribute **last = &to->first;
    for (const struct api_attribute *old = from->first; old != NULL; old = old->next) {
        void *value;
        int flag, code = api_attribute_copy(handle, old, &value, &flag);
        if (code != MPI_SUCCESS) {
            while (to->first != NULL)
                api_attribute_drop(&to->first);
            return code;
        }
        if (flag) {
            api_attribute_insert(last, old->keyval, value);
            last = &(*last)->next;
        }
    }
    return MPI_SUCCESS;
}

static int api_check_keyval(const char *function, const struct api_holder *holder, int keyval, bool valid)
{
    if (valid)
        return MPI_SUCCESS;
    return api_error_of(holder->errhandler, holder->handled, MPI_ERR_KEYVAL, "%s: invalid attribute key %d%s", function, keyval,
                        api_keyval_remark(keyval));
}

static int api_attribute_clear(const char *function, const struct api_holder *holder, int keyval)
{
    int code = api_attribute_delete(holder->handle, holder->attributes, keyval);
    if (code == MPI_SUCCESS)
        return MPI_SUCCESS;
    return api_error_of(holder->errhandler, holder->handled, code, "%s: the delete function of attribute key %d returned %d",
                        function, keyval, code);
}

// The value that there was is deleted first, as MPI_Comm_delete_attr does it.
int api_attribute_set(const char *function, const struct api_holder *holder, int keyval, void *value)
{
    int error = api_check_keyval(function, holder, keyval, api_keyval_is_valid(holder->what, keyval));
    if (error == MPI_SUCCESS && *api_attribute_link(holder->attributes, keyval) != NULL)
        error = api_attribute_clear(function, holder, keyval);
    if (error == MPI_SUCCESS)
        api_attribute_insert(&holder->attributes->first, keyval, value);
    return error;
}

int api_attribute_get(const char *function, const struct api_holder *holder, int keyval, void *value, int *flag)
{
    int error = api_check_keyval(function, holder, keyval, api_keyval_is_known(holder->what, keyval));
    if (error != MPI_SUCCESS)
        return error;
    if (value == NULL || flag == NULL)
        return api_error_of(holder->errhandler, holder->handled, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function,
                            value == NULL ? "attribute_val" : "flag");
    const struct api_attribute *attribute = *api_attribute_link(holder->attributes, keyval);
    *flag = attribute != NULL;
    if (attribute != NULL)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

int api_attribute_remove(const char *function, const struct api_holder *holder, int keyval)
{
    int error = api_check_keyval(function, holder, keyval, api_keyval_is_known(holder->what, keyval));
    if (error != MPI_SUCCESS)
        return error;
    if (*api_attribute_link(holder->attributes, keyval) == NULL)
        return api_error_of(holder->errhandler, holder->handled, MPI_ERR_KEYVAL, "%s: there is no attribute with key %d",
                            function, keyval);
    return api_attribute_clear(function, holder, keyval);
}
