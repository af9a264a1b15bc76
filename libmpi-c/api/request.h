// Requests as the program has them. A handle is the address of a struct p2p_request, for one message of contiguous bytes, or of a
// struct composite, which begins with one, for every other kind: of derived datatypes, persistent, collective, and so on.
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/api.h"
#include "p2p/object.h"

struct composite;

// The functions of one kind of composite request.
struct composite_kind {
    // Called when the request is done: sets the status and returns MPI_SUCCESS or the error class, which is reported in the name
    // of `function` unless that is NULL. MPI_Request_get_status calls it, too, so it may be called several times: it must free
    // nothing and give the same result each time.
    int (*finish)(struct composite *request, const char *function, MPI_Status *status);
    void (*start)(struct composite *request);   // of persistent requests; `active` is set, and `done` is not
    void (*cancel)(struct composite *request);  // NULL: requests of this kind cannot be cancelled
    void (*free)(struct composite *request);    // frees what `data` refers to, even if `finish` was never called; NULL: nothing
};

struct composite {
    struct p2p_request p2p;  // must be first; `p2p.done` is the state, `p2p.composite` is set
    const struct composite_kind *kind;
    bool user_ends;          // the program sets `done` (generalised requests), which also frees the request if it is `freed`
    bool freed;              // the program has freed the handle
    bool persistent;         // the request exists until it is freed, even when it is done
    bool active;             // started, and its result not yet given to the program; an inactive request is always done
    int error;               // the class that `start` or `cancel` has reported; else MPI_SUCCESS
    void *data;              // belongs to the kind
};

// Makes a request that is active and not done, with `data_bytes` bytes of data, all zero. composite_free frees it; request_retire
// calls that unless the request is persistent.
struct composite *composite_new(const struct composite_kind *kind, size_t data_bytes);
void composite_free(struct composite *request);

// The request of every receive from MPI_PROC_NULL. It is done and is never freed.
extern struct p2p_request request_of_proc_null;

// Has this request of one message a reference to its communicator? Predefined communicators are not counted.
static inline bool request_keeps_comm(const struct p2p_request *request)
{
    return __builtin_expect(request->comm != &p2p_world && request->comm != &p2p_self, 0);
}

static inline MPI_Request request_handle(struct p2p_request *request)
{
    return (MPI_Request)request;
}

// Is the handle neither MPI_REQUEST_NULL nor a request that exists?
static inline bool request_is_bad(MPI_Request handle)
{
    return (uintptr_t)handle < P2P_FIRST_POINTER
               ? handle != MPI_REQUEST_NULL
               : (unsigned)((const struct p2p_request *)handle)->kind - 1 > P2P_CANCELLED - 1;
}

// Is the handle MPI_REQUEST_NULL or a persistent request that is not started? Then there is nothing to wait for (MPI 5.0 §3.7.3).
static inline bool request_is_inactive(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL || (((const struct p2p_request *)handle)->composite &&
                                          !((const struct composite *)handle)->active);
}

// Is the handle MPI_REQUEST_NULL or a request that is done?
static inline bool request_is_done(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL || ((const struct p2p_request *)handle)->done;
}

// Reports an invalid request; returns the error class.
int request_explain(const char *function, MPI_Request handle) __attribute__((cold));

// Checks the arguments of a function with several requests. Returns MPI_SUCCESS, or reports the wrong one and returns its class.
int request_check_all(const char *function, int count, const MPI_Request requests[]);

// Gives the result of a request of one message that is done: sets `*status` and returns MPI_SUCCESS or the error class. An error
// is reported in the name of `function`, unless that is NULL.
int request_outcome(const char *function, const struct p2p_request *request, MPI_Status *status);

// The same for any request. The request continues to exist.
int request_tell(const char *function, MPI_Request handle, MPI_Status *status);

// Retires a request that is done: gives its result as request_tell does, frees it and sets its handle to MPI_REQUEST_NULL. A
// persistent request is not freed, but becomes inactive.
int request_retire(const char *function, MPI_Request *handle, MPI_Status *status);

// Tries to end a request of one message as cancelled (p2p_cancel_receive, p2p_cancel_send).
void request_cancel(struct p2p_request *request);

// Frees a request that is done, without giving its result.
void request_release(struct p2p_request *request);

// Records the error of one of several requests in statuses[index].MPI_ERROR. If it is no success, sets `*result`, which must be
// MPI_SUCCESS before the first call, to MPI_ERR_IN_STATUS. Must be called in the order of the indices.
void request_note_error(int error, int index, MPI_Status statuses[], int *result);

// Retires all requests, which must be done. Returns MPI_SUCCESS, or MPI_ERR_IN_STATUS with the errors in the statuses (MPI 5.0
// §3.7.5).
int request_retire_all(const char *function, int count, MPI_Request requests[], MPI_Status statuses[]);

#endif
