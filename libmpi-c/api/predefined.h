// The predefined attributes of communicators (MPI 5.0 §9.1.2).
#ifndef API_PREDEFINED_H
#define API_PREDEFINED_H

// Returns the value of a predefined attribute such as MPI_TAG_UB, or NULL if the key is not predefined.
const int *attribute_predefined(int keyval);
const int *attribute_predefined_plain(int keyval);

// The value of MPI_LASTUSEDCODE: the last code that MPI_Add_error_class or MPI_Add_error_code has given.
extern int errorcode_last_used;

#endif
