// Handles of requests: the address of a struct p2p_request, for one message, or of a struct composite, which begins with one.
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/api.h"
#include "p2p/object.h"

struct composite;

// What is peculiar to a kind of requests that are more than one message: of a derived datatype, persistent, collective …
struct composite_kind {
    // It is done, and the user is told: sets the status, returns the error class, reported in the name of `function` unless that is
    // NULL. It is called once for each time that MPI_Request_get_status asks, and once more at the end: it gives nothing back and
    // says the same each time.
    int (*finish)(struct composite *request, const char *function, MPI_Status *status);
    void (*start)(struct composite *request);   // of persistent ones; `active` is set, and `done` is not
    void (*cancel)(struct composite *request);  // NULL: nothing that can be cancelled
    void (*free)(struct composite *request);    // what `data` has; NULL: nothing. The user need not have been told
};

struct composite {
    struct p2p_request p2p;  // first; its `done` says whether it is done, and its `composite` is set
    const struct composite_kind *kind;
    bool user_ends;          // it is the user who sets `done`, and then frees it, too, if it is `freed`
    bool freed;
    bool persistent;         // goes on to exist when it is done, until it is freed
    bool active;             // started and not yet finished; one that is not is done
    int error;               // of `start` or `cancel` that failed, and has said so; else MPI_SUCCESS
    void *data;              // of the kind
};

// Active and not done; `data` is zero, of so many bytes. composite_free, which request_retire calls unless it is persistent,
// frees it.
struct composite *composite_new(const struct composite_kind *kind, size_t data_bytes);
void composite_free(struct composite *request);

// What a receive from MPI_PROC_NULL gives: done, with its own status.
extern struct p2p_request request_of_proc_null;

// A request of one message, that no composite one is, keeps its communicator. p2p_sent and the one above have predefined ones.
static inline bool request_keeps_comm(const struct p2p_request *request)
{
    return __builtin_expect(request->comm != &p2p_world && request->comm != &p2p_self, 0);
}

static inline MPI_Request request_handle(struct p2p_request *request)
{
    return (MPI_Request)request;
}

// Neither MPI_REQUEST_NULL nor a request under way?
static inline bool request_is_bad(MPI_Request handle)
{
    return (uintptr_t)handle < P2P_FIRST_POINTER
               ? handle != MPI_REQUEST_NULL
               : (unsigned)((const struct p2p_request *)handle)->kind - 1 > P2P_CANCELLED - 1;
}

// Is there nothing to wait for, because there is no request or it has not been started? (MPI 5.0 §3.7.3)
static inline bool request_is_inactive(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL || (((const struct p2p_request *)handle)->composite &&
                                          !((const struct composite *)handle)->active);
}

static inline bool request_is_done(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL || ((const struct p2p_request *)handle)->done;
}

int request_explain(const char *function, MPI_Request handle) __attribute__((cold));

// Checks the arguments of a function of several requests.
int request_check_all(const char *function, int count, const MPI_Request requests[]);

// A message's request is done: sets the status and returns the error class, reported in the name of `function` unless that is NULL.
int request_outcome(const char *function, const struct p2p_request *request, MPI_Status *status);

// The same for any request, which goes on to exist.
int request_tell(const char *function, MPI_Request handle, MPI_Status *status);

// Sets the status, ends the request and sets its handle to MPI_REQUEST_NULL. Returns the request's error class; that of
// a receive is reported in the name of `function` unless that is NULL.
int request_retire(const char *function, MPI_Request *handle, MPI_Status *status);

// Gives back what a request that is done has.
void request_release(struct p2p_request *request);

// One of several requests has ended: its error goes into its status, and the array's into `result`, which is MPI_SUCCESS at first.
void request_note_error(int error, int index, MPI_Status statuses[], int *result);

// Retires all; their errors go into the statuses (MPI 5.0 §3.7.5).
int request_retire_all(const char *function, int count, MPI_Request requests[], MPI_Status statuses[]);

#endif
