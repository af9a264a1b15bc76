// Declarations for functions that wait for or test any or some of several requests (MPI 5.0 §3.7.5).
#ifndef API_MULTIPLE_H
#define API_MULTIPLE_H

#include "api/request.h"

enum { REQUEST_NONE_DONE = -1 };

// Returns the index of a request that is done, REQUEST_NONE_DONE, or MPI_UNDEFINED if no request is active. Each search begins
// after the request that was retired last, so that every request gets its turn.
int request_find_done(int count, const MPI_Request requests[]);

// Retires the request with the index `found`, which request_find_done has returned. If that is MPI_UNDEFINED, only sets an empty
// status. Returns the request's error class.
int request_retire_found(const char *function, int found, MPI_Request requests[], MPI_Status *status);

// Checks the arguments of MPI_Waitsome and MPI_Testsome. Returns MPI_SUCCESS, or reports the wrong one and returns its error
// class.
int request_check_some(const char *function, int count, const MPI_Request requests[], const int *done, const int indices[]);

// Retires all requests that are done, and sets `*done` to their number, or to MPI_UNDEFINED if no request is active. Returns
// MPI_SUCCESS or MPI_ERR_IN_STATUS.
int request_retire_some(const char *function, int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]);

#endif
