// Handles of requests.
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/api.h"

// What a receive from MPI_PROC_NULL gives: done, with its own status.
extern struct p2p_request api_proc_null_request;

static inline MPI_Request api_request_handle(struct p2p_request *request)
{
    return (MPI_Request)request;
}

// Predefined handles, MPI_REQUEST_NULL among them, are all below this address (MPI 5.0 chapter 20).
enum { API_FIRST_POINTER = 0x1000 };

// Neither MPI_REQUEST_NULL nor a request under way?
static inline bool api_bad_request(MPI_Request handle)
{
    return (uintptr_t)handle < API_FIRST_POINTER ? handle != MPI_REQUEST_NULL
                                                 : ((const struct p2p_request *)handle)->kind == P2P_FREE;
}

static inline bool api_is_done(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL || ((const struct p2p_request *)handle)->done;
}

int api_explain_request(const char *function, MPI_Request handle) __attribute__((cold));

// Checks the arguments of a function of several requests.
int api_check_requests(const char *function, int count, const MPI_Request requests[]);

// Sets the status, ends the request and sets its handle to MPI_REQUEST_NULL. Returns the request's error class; that of
// a receive is reported in the name of `function` unless that is NULL.
int api_retire(const char *function, MPI_Request *handle, MPI_Status *status);

// The same for all; their errors go into the statuses (MPI 5.0 §3.7.5).
int api_retire_all(const char *function, int count, MPI_Request requests[], MPI_Status statuses[]);

#endif
