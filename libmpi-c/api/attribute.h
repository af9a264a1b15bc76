// Attributes of communicators, datatypes and windows (MPI 5.0 §7.7).
#ifndef API_ATTRIBUTE_H
#define API_ATTRIBUTE_H

#include "include/mpi.h"

struct api_attribute;

// Those of one object, the latest first.
struct api_attributes {
    struct api_attribute *first;
};

enum api_attributed { API_ATTRIBUTES_OF_COMM, API_ATTRIBUTES_OF_TYPE, API_ATTRIBUTES_OF_WIN };

// For a duplicate of `handle`, the old object: calls the copy functions. MPI_SUCCESS or the code that one of them returned; then
// `to` has none, for there will be no duplicate.
int api_attributes_copy(enum api_attributed what, void *handle, const struct api_attributes *from,
                        struct api_attributes *to);

// Before `handle` is freed: calls the delete functions, the latest attribute first. MPI_SUCCESS or the code of the one that
// refused; what it belongs to and those behind it are still there.
int api_attributes_delete(enum api_attributed what, void *handle, struct api_attributes *attributes);

// Where a window has its own; NULL when the handle is none. The owner of windows has these functions.
struct api_attributes *api_win_attributes(MPI_Win win);
// MPI_WIN_BASE and the like, as MPI_Win_get_attr gives it; false for other keys (MPI 5.0 §12.2.6).
_Bool api_win_predefined_attribute(MPI_Win win, int keyval, void **value);

#endif
