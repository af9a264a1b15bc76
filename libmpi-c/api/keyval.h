// Attribute keys (MPI 5.0 §7.7.2), and declarations for the attribute functions of communicators, datatypes and windows.
#ifndef API_KEYVAL_H
#define API_KEYVAL_H

#include "api/api.h"
#include "api/attribute.h"

// The copy and delete functions of a key, whatever the kind of object.
typedef int keyval_copy_function(void *object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag);
typedef int keyval_delete_function(void *object, int keyval, void *value, void *extra_state);

struct keyval {
    enum attribute_owner what;
    bool has_handle;  // the program has not freed the key yet
    int uses;         // number of attributes with this key
    keyval_copy_function *copy;
    keyval_delete_function *delete;
    void *extra_state;
};

// MPI_X_create_keyval and MPI_X_free_keyval for any kind of object. They check their arguments, report errors in the name of
// `function`, and return MPI_SUCCESS or the error class.
int keyval_create(const char *function, enum attribute_owner what, keyval_copy_function *copy, keyval_delete_function *delete,
                  int *keyval, void *extra_state);
int keyval_free(const char *function, enum attribute_owner what, int *keyval);

// Does the key exist for such objects? A key that the program has freed exists as long as an attribute has it: programs may still
// delete the attribute by that key, and free the key again.
bool keyval_is_known(enum attribute_owner what, int keyval);

// Does the key exist, and has the program not freed it? Only then may attributes be set with it.
bool keyval_is_valid(enum attribute_owner what, int keyval);

// Returns the words that a report of a wrong key puts after its number.
static inline const char *keyval_remark(int keyval)
{
    return keyval == MPI_KEYVAL_INVALID ? ", MPI_KEYVAL_INVALID" : "";
}

// Returns a key that keyval_is_known. The address is valid until a function of the program is called, which may make further
// keys.
struct keyval *keyval_of(int keyval);

// Count the attributes with a key. A freed key is reused when no attribute has it.
void keyval_retain(int keyval);
void keyval_release(int keyval);

// An object whose attributes a function reads or sets. Errors go to `errhandler`: the object's own, or for a datatype that of
// MPI_COMM_SELF.
struct attribute_holder {
    enum attribute_owner what;
    void *handle;
    struct attribute_list *attributes;
    MPI_Errhandler errhandler;
    void *handled;  // the object that has `errhandler`
};

// MPI_X_set_attr, MPI_X_get_attr and MPI_X_delete_attr for any kind of object. They report errors in the name of `function`, and
// return MPI_SUCCESS or the error class.
int attribute_set(const char *function, const struct attribute_holder *holder, int keyval, void *value);
int attribute_get(const char *function, const struct attribute_holder *holder, int keyval, void *value, int *flag);
int attribute_remove(const char *function, const struct attribute_holder *holder, int keyval);

#endif
