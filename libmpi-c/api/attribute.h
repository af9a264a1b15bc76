// Attributes of communicators, datatypes and windows (MPI 5.0 §7.7).
#ifndef API_ATTRIBUTE_H
#define API_ATTRIBUTE_H

#include "include/mpi.h"

struct attribute;

// Those of one object, the latest first.
struct attribute_list {
    struct attribute *first;
};

enum attribute_owner { ATTRIBUTE_OF_COMM, ATTRIBUTE_OF_TYPE, ATTRIBUTE_OF_WIN };

// For a duplicate of `handle`, the old object: calls the copy functions. MPI_SUCCESS or the code that one of them returned; then
// `to` has none, for there will be no duplicate.
int attribute_copy_all(enum attribute_owner what, void *handle, const struct attribute_list *from, struct attribute_list *to);

// Before `handle` is freed: calls the delete functions, the latest attribute first. MPI_SUCCESS or the code of the one that
// refused; what it belongs to and those behind it are still there.
int attribute_delete_all(enum attribute_owner what, void *handle, struct attribute_list *attributes);

// Where a window has its own; NULL when the handle is none. The owner of windows has these functions.
struct attribute_list *win_attributes(MPI_Win win);
// MPI_WIN_BASE and the like, as MPI_Win_get_attr gives it; false for other keys (MPI 5.0 §12.2.6).
_Bool win_predefined_attribute(MPI_Win win, int keyval, void **value);

#endif
