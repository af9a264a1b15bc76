// Declarations that all functions of the API share: argument checks, error reports, statuses.
#ifndef API_H
#define API_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "p2p/datatype.h"
#include "p2p/object.h"
#include "p2p/p2p.h"
#include "type/type.h"

// Makes MPI_X a weak name of PMPI_X, so that a tool may define its own MPI_X (MPI 5.0 §15.2). Follows each definition of a
// PMPI_X.
#define API_WEAK_(name) _Pragma(#name)
#define API_WEAK(function) API_WEAK_(weak MPI_##function = PMPI_##function)

// Before MPI is initialized, between initialization and end, and after the end; by MPI_Init and MPI_Finalize, or by sessions.
enum api_phase { API_BEFORE, API_RUNNING, API_AFTER };

extern enum api_phase api_phase;
extern int api_thread_level;  // MPI_THREAD_…, as MPI_Query_thread returns it

// Ends the run: `function` was called before MPI_Init or after MPI_Finalize.
_Noreturn void api_outside(const char *function);

// Ends the run unless MPI is initialized. First statement of functions that are allowed only then.
static inline void api_enter(const char *function)
{
    if (__builtin_expect(api_phase != API_RUNNING, 0))
        api_outside(function);
}

// Returns the communicator behind a handle, or NULL if the handle is no communicator.
static inline struct p2p_comm *comm_of(MPI_Comm handle)
{
    if (__builtin_expect(handle == MPI_COMM_WORLD, 1))
        return &p2p_world;
    struct p2p_comm *comm = (struct p2p_comm *)handle;
    if ((uintptr_t)handle >= P2P_FIRST_POINTER)
        return comm->magic == P2P_COMM_MAGIC ? comm : NULL;
    return handle == MPI_COMM_SELF ? &p2p_self : NULL;
}

// Returns the communicator whose handler gets errors that belong to no object: MPI_COMM_SELF (MPI 5.0 §9.3). If that has its
// initial handler, MPI_COMM_WORLD: programs for versions before MPI 4.0 set the handler of MPI_COMM_WORLD only.
const struct p2p_comm *comm_for_errors(void);

// Reports an error to the handler of `comm`, or of comm_for_errors() if `comm` is NULL. Returns `class` if the handler returns;
// else the run ends with the text. The format knows %d, %s, %p and %zu only.
int api_error(const struct p2p_comm *comm, int class, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

// The name of a communicator for reports; many have none.
static inline const char *comm_called(const struct p2p_comm *comm)
{
    return comm->name[0] != '\0' ? comm->name : "without a name";
}

// Ends the run with exit code `code` and one line of text. Calls no error handler.
_Noreturn void api_end(int code, const char *format, ...) __attribute__((cold, format(printf, 2, 3)));

// Report that a message was longer than its receive's buffer, in bytes; return MPI_ERR_TRUNCATE.
int api_truncated(const char *function, const struct p2p_comm *comm, int source, int tag, size_t arrived, size_t bytes)
    __attribute__((cold));
int api_truncated_request(const char *function, const struct p2p_request *request) __attribute__((cold));

// The checks api_bad_… say in one short expression whether any argument is wrong. If so, the matching api_explain_… finds out
// which one, reports it and returns its error class.

// Is (buffer, count, datatype) invalid? A null buffer is valid for a derived datatype, whose displacements may be absolute
// addresses (MPI 5.0 §5.1.13).
static inline bool api_bad_elements(const void *buffer, int count, MPI_Datatype datatype)
{
    return count < 0 || !type_is_committed(datatype) || (buffer == NULL && count != 0 && p2p_is_within(datatype));
}

// Facts about type and communicator that the fast path of blocking calls needs first.
struct api_usual {
    unsigned long shift;  // of the datatype, see p2p_shifts
    unsigned long size;   // ranks of the communicator; 0 outside MPI_Init and MPI_Finalize
};

// May the message take the fast path: is the communicator valid, and the datatype predefined with a power of two as its extent?
// Sets `*usual`.
static inline bool api_is_usual(const struct p2p_comm *comm, MPI_Datatype datatype, struct api_usual *usual)
{
    if (__builtin_expect(comm == NULL || !p2p_is_within(datatype), 0))
        return false;
    unsigned long shift = p2p_shift(datatype);
    unsigned long size = comm->size;
    // Both are loaded before either is tested, so that one hides the other's latency.
    __asm__ volatile("" : "+r"(shift), "+r"(size));
    *usual = (struct api_usual){shift, size};
    return shift != 0;
}

// Is `rank` a rank of the communicator? False for MPI_PROC_NULL and wildcards.
static inline bool api_is_rank(const struct api_usual *usual, int rank)
{
    return (unsigned long)rank < usual->size;
}

// Is (buffer, count) invalid for a predefined datatype?
static inline bool api_bad_usual(const void *buffer, int count)
{
    return count < 0 || (buffer == NULL && count != 0);
}

// Each reports the first wrong argument in the name of `function` and returns its error class. api_explain_send and _receive
// check all arguments and return MPI_SUCCESS if none is wrong; MPI_PROC_NULL is valid. The others must be called only if
// something is wrong.
int api_explain_buffer(const char *function, const struct p2p_comm *comm, const void *buffer, int count,
                       MPI_Datatype datatype) __attribute__((cold));
int api_explain_comm(const char *function, MPI_Comm comm) __attribute__((cold));
int api_explain_send(const char *function, const void *buffer, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm) __attribute__((cold));
int api_explain_receive(const char *function, const void *buffer, int count, MPI_Datatype datatype, int source,
                        int tag, MPI_Comm comm) __attribute__((cold));
int api_explain_pointer(const char *function, const struct p2p_comm *comm, const char *argument)
    __attribute__((cold));

// Must the arguments leave the fast path: are they invalid, or is the datatype not predefined with a power of two as its extent?
// `shift` is p2p_shift_of the datatype.
static inline bool api_bad_plain(const void *buffer, int count, unsigned shift)
{
    return shift == 0 || api_bad_usual(buffer, count);
}

// Is `tag` outside the range of tags of messages?
static inline bool api_bad_tag(int tag)
{
    return (unsigned)tag > CHAN_TAG_MAX;
}

// Must the arguments of a send leave the fast path? True for MPI_PROC_NULL, too.
static inline bool api_bad_send(const struct p2p_comm *comm, const void *buffer, int count, unsigned shift, int dest, int tag)
{
    return comm == NULL || (unsigned)dest >= (unsigned)comm->size || api_bad_tag(tag) || api_bad_plain(buffer, count, shift);
}

// Are communicator, source or tag of a receive invalid, or is the source MPI_PROC_NULL?
static inline bool api_bad_source(const struct p2p_comm *comm, int source, int tag)
{
    return comm == NULL || ((unsigned)source >= (unsigned)comm->size && source != MPI_ANY_SOURCE) ||
           (api_bad_tag(tag) && tag != MPI_ANY_TAG);
}

// MPI_Status has the length of the message in bytes in two of its spare words. The highest bit says whether it was cancelled.
// Only functions that complete several requests set MPI_ERROR (MPI 5.0 §3.2.5). `status` may be MPI_STATUS_IGNORE.
enum { STATUS_CANCELLED = INT_MIN };

// Sets the length. Leaves the bit that says whether the message was cancelled.
static inline void api_status_set_bytes(MPI_Status *status, uint64_t bytes)
{
    status->MPI_internal[0] = (int)(uint32_t)bytes;
    status->MPI_internal[1] = (status->MPI_internal[1] & STATUS_CANCELLED) | (int)(bytes >> 32);
}

static inline void status_set(MPI_Status *status, int source, int tag, size_t bytes)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->MPI_internal[1] = 0;
    api_status_set_bytes(status, bytes);
}

static inline uint64_t status_bytes(const MPI_Status *status)
{
    uint32_t high = status->MPI_internal[1] & ~STATUS_CANCELLED;
    return (uint32_t)status->MPI_internal[0] | (uint64_t)high << 32;
}

static inline void status_set_receive(MPI_Status *status, const struct p2p_request *request)
{
    status_set(status, request->source, request->tag,
               request->arrived < request->bytes ? request->arrived : request->bytes);
}

// The status of a receive from MPI_PROC_NULL (MPI 5.0 §3.10), and the empty status of sends and inactive requests (MPI 5.0
// §3.7.3).
static inline void status_set_proc_null(MPI_Status *status)
{
    status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

static inline void status_set_empty(MPI_Status *status)
{
    status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

static inline void status_set_cancelled(MPI_Status *status)
{
    status_set_empty(status);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_internal[1] = STATUS_CANCELLED;
}

#endif
