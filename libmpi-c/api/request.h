// Handles of requests: the address of a struct p2p_request, for one message, or of a struct api_special, which begins with one.
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/api.h"
#include "p2p/object.h"

struct api_special;

// What is peculiar to a kind of requests that are more than one message: of a derived datatype, persistent, collective …
struct api_special_kind {
    // It is done, and the user is told: sets the status, returns the error class, reported in the name of `function` unless that is
    // NULL.
    int (*finish)(struct api_special *request, const char *function, MPI_Status *status);
    void (*start)(struct api_special *request);   // of persistent ones
    void (*cancel)(struct api_special *request);  // NULL: nothing that can be cancelled
    void (*free)(struct api_special *request);    // what `data` has; NULL: nothing
};

struct api_special {
    struct p2p_request p2p;  // first; its `done` says whether it is done, and its `special` is set
    const struct api_special_kind *kind;
    bool persistent;         // goes on to exist when it is done, until it is freed
    bool active;             // started and not yet finished; one that is not is done
    void *data;              // of the kind
};

// Active and not done; `data` is zero, of so many bytes. api_special_free, which api_retire calls unless it is persistent, frees it.
struct api_special *api_special_new(const struct api_special_kind *kind, size_t data_bytes);
void api_special_free(struct api_special *request);

// What a receive from MPI_PROC_NULL gives: done, with its own status.
extern struct p2p_request api_proc_null_request;

static inline MPI_Request api_request_handle(struct p2p_request *request)
{
    return (MPI_Request)request;
}

// Neither MPI_REQUEST_NULL nor a request under way?
static inline bool api_bad_request(MPI_Request handle)
{
    return (uintptr_t)handle < P2P_FIRST_POINTER ? handle != MPI_REQUEST_NULL
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
