// The predefined attributes of communicators (MPI 5.0 §9.1.2).
#ifndef API_PREDEFINED_H
#define API_PREDEFINED_H

// NULL when the key is none of these.
const int *api_predefined_attribute(int keyval);

// The last code that MPI_Add_error_class and MPI_Add_error_code have given.
extern int api_last_used_code;

#endif
