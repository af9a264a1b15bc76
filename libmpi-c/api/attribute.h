// Attributes of communicators, datatypes and windows (MPI 5.0 §7.7).
#ifndef API_ATTRIBUTE_H
#define API_ATTRIBUTE_H

#include "include/mpi.h"

struct attribute;

// The attributes of one object. The attribute set last is first.
struct attribute_list {
    struct attribute *first;
};

// The kind of object that has the attributes.
enum attribute_owner { ATTRIBUTE_OF_COMM, ATTRIBUTE_OF_TYPE, ATTRIBUTE_OF_WIN };

// Fills `to`, the attributes of a duplicate, from `from`, the attributes of the object `handle`: calls the copy function of each.
// Returns MPI_SUCCESS, or the code of the first copy function that failed; then `to` is empty and there must be no duplicate.
int attribute_copy_all(enum attribute_owner what, void *handle, const struct attribute_list *from, struct attribute_list *to);

// Deletes the attributes of `handle` before it is freed: calls their delete functions, beginning with the attribute set last.
// Returns MPI_SUCCESS, or the code of the first delete function that failed; its attribute and all later ones are kept.
int attribute_delete_all(enum attribute_owner what, void *handle, struct attribute_list *attributes);

// Returns the attributes of a window, or NULL if the handle is no window. Defined with the windows (win_inquiry.c).
struct attribute_list *win_attributes(MPI_Win win);
// Sets `*value` as MPI_Win_get_attr does for a predefined key such as MPI_WIN_BASE (MPI 5.0 §12.2.6). Returns false for other
// keys.
_Bool win_predefined_attribute(MPI_Win win, int keyval, void **value);

#endif
