// What the functions that wait for some of several requests, or test them, have in common (MPI 5.0 §3.7.5).
#ifndef API_MULTIPLE_H
#define API_MULTIPLE_H

#include "api/request.h"

enum { REQUEST_NONE_DONE = -1 };

// A request that is done, not always the first, so that none is kept waiting by others; MPI_UNDEFINED when none is active.
int request_find_done(int count, const MPI_Request requests[]);

// Retires what request_find_done has found; with MPI_UNDEFINED there is only the status to set.
int request_retire_found(const char *function, int found, MPI_Request requests[], MPI_Status *status);

int request_check_some(const char *function, int count, const MPI_Request requests[], const int *done, const int indices[]);

// Retires all that are done; *done: how many, MPI_UNDEFINED when none is active.
int request_retire_some(const char *function, int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]);

#endif
