// The predefined attributes of communicators (MPI 5.0 §9.1.2).
#ifndef API_PREDEFINED_H
#define API_PREDEFINED_H

// NULL when the key is none of these.
const int *attribute_predefined(int keyval);

// The last code that MPI_Add_error_class and MPI_Add_error_code have given.
extern int errorcode_last_used;

#endif
