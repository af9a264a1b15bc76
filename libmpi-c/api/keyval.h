// Attribute keys (MPI 5.0 §7.7.2), and what the functions on attributes of the three kinds of objects share.
#ifndef API_KEYVAL_H
#define API_KEYVAL_H

#include "api/api.h"
#include "api/attribute.h"

// The functions of a key, whatever the objects are.
typedef int api_copy_function(void *object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag);
typedef int api_delete_function(void *object, int keyval, void *value, void *extra_state);

struct api_keyval {
    enum api_attributed what;
    bool has_handle;  // not yet freed by the program
    int uses;         // attributes that have this key
    api_copy_function *copy;
    api_delete_function *delete;
    void *extra_state;
};

int api_keyval_create(const char *function, enum api_attributed what, api_copy_function *copy, api_delete_function *delete,
                      int *keyval, void *extra_state);
int api_keyval_free(const char *function, enum api_attributed what, int *keyval);

// Is it a key for such objects? One that the program has freed is, as long as an attribute has it: programs delete attributes by
// such keys, and free them again. And may attributes be set with it?
bool api_keyval_is_known(enum api_attributed what, int keyval);

// What a report says of a wrong key besides its number.
static inline const char *api_keyval_remark(int keyval)
{
    return keyval == MPI_KEYVAL_INVALID ? ", MPI_KEYVAL_INVALID" : "";
}
bool api_keyval_is_valid(enum api_attributed what, int keyval);

// The key of an attribute. The functions of a key may make others, so that this address is good only until one is called.
struct api_keyval *api_keyval_of(int keyval);
void api_keyval_retain(int keyval);
void api_keyval_release(int keyval);

// An object whose attributes a function is about. Errors go to its handler, of a datatype to that of MPI_COMM_SELF.
struct api_holder {
    enum api_attributed what;
    void *handle;
    struct api_attributes *attributes;
    MPI_Errhandler errhandler;
    void *handled;  // the handle that goes with that handler
};

int api_attribute_set(const char *function, const struct api_holder *holder, int keyval, void *value);
int api_attribute_get(const char *function, const struct api_holder *holder, int keyval, void *value, int *flag);
int api_attribute_remove(const char *function, const struct api_holder *holder, int keyval);

#endif
