// Attribute keys (MPI 5.0 §7.7.2), and what the functions on attributes of the three kinds of objects share.
#ifndef API_KEYVAL_H
#define API_KEYVAL_H

#include "api/api.h"
#include "api/attribute.h"

// The functions of a key, whatever the objects are.
typedef int keyval_copy_function(void *object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag);
typedef int keyval_delete_function(void *object, int keyval, void *value, void *extra_state);

struct keyval {
    enum attribute_owner what;
    bool has_handle;  // not yet freed by the program
    int uses;         // attributes that have this key
    keyval_copy_function *copy;
    keyval_delete_function *delete;
    void *extra_state;
};

int keyval_create(const char *function, enum attribute_owner what, keyval_copy_function *copy, keyval_delete_function *delete,
                  int *keyval, void *extra_state);
int keyval_free(const char *function, enum attribute_owner what, int *keyval);

// Is it a key for such objects? One that the program has freed is, as long as an attribute has it: programs delete attributes by
// such keys, and free them again. And may attributes be set with it?
bool keyval_is_known(enum attribute_owner what, int keyval);

// What a report says of a wrong key besides its number.
static inline const char *keyval_remark(int keyval)
{
    return keyval == MPI_KEYVAL_INVALID ? ", MPI_KEYVAL_INVALID" : "";
}
bool keyval_is_valid(enum attribute_owner what, int keyval);

// The key of an attribute. The functions of a key may make others, so that this address is good only until one is called.
struct keyval *keyval_of(int keyval);
void keyval_retain(int keyval);
void keyval_release(int keyval);

// An object whose attributes a function is about. Errors go to its handler, of a datatype to that of MPI_COMM_SELF.
struct attribute_holder {
    enum attribute_owner what;
    void *handle;
    struct attribute_list *attributes;
    MPI_Errhandler errhandler;
    void *handled;  // the handle that goes with that handler
};

int attribute_set(const char *function, const struct attribute_holder *holder, int keyval, void *value);
int attribute_get(const char *function, const struct attribute_holder *holder, int keyval, void *value, int *flag);
int attribute_remove(const char *function, const struct attribute_holder *holder, int keyval);

#endif
