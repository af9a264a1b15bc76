// Argument checks and error reports, shared by the functions of the API.
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

// MPI_X is a weak name of PMPI_X, so that a tool may put its own MPI_X before it (MPI 5.0 §15.2).
#define API_WEAK_(name) _Pragma(#name)
#define API_WEAK(function) API_WEAK_(weak MPI_##function = PMPI_##function)

enum api_phase { API_BEFORE, API_RUNNING, API_AFTER };

extern enum api_phase api_phase;
extern int api_thread_level;

// Ends the run: `function` was called before MPI_Init or after MPI_Finalize.
_Noreturn void api_outside(const char *function);

static inline void api_enter(const char *function)
{
    if (__builtin_expect(api_phase != API_RUNNING, 0))
        api_outside(function);
}

// NULL when `handle` is no communicator.
static inline struct p2p_comm *api_comm(MPI_Comm handle)
{
    if (__builtin_expect(handle == MPI_COMM_WORLD, 1))
        return &p2p_world;
    struct p2p_comm *comm = (struct p2p_comm *)handle;
    if ((uintptr_t)handle >= P2P_FIRST_POINTER)
        return comm->magic == P2P_COMM_MAGIC ? comm : NULL;
    return handle == MPI_COMM_SELF ? &p2p_self : NULL;
}

// Whose handler gets errors without an object: MPI_COMM_SELF (MPI 5.0 §9.3). Programs older than MPI 4.0 set that of
// MPI_COMM_WORLD, and leave this one as it was.
const struct p2p_comm *api_comm_without(void);

// Reports an error to the handler of `comm` (of api_comm_without when it is NULL) with one line of text, and
// returns its class if that handler returns. The format knows %d, %s, %p and %zu.
int api_error(const struct p2p_comm *comm, int class, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

// What to call it in a report: many have no name.
static inline const char *api_comm_called(const struct p2p_comm *comm)
{
    return comm->name[0] != '\0' ? comm->name : "without a name";
}

// Ends the run with one line of text, whatever the handlers.
_Noreturn void api_end(int code, const char *format, ...) __attribute__((cold, format(printf, 2, 3)));

// A receive got a longer message than its buffer holds.
int api_truncated(const char *function, const struct p2p_comm *comm, int source, int tag, size_t arrived, size_t bytes)
    __attribute__((cold));
int api_truncated_request(const char *function, const struct p2p_request *request) __attribute__((cold));

// Is (buffer, count, datatype) a valid triple? The checks are one expression so that the expected path is short;
// api_explain_* finds out which argument it was, reports it and returns the class.
static inline bool api_bad_buffer(const void *buffer, int count, const struct p2p_datatype *datatype)
{
    return count < 0 || datatype->extent == 0 || (buffer == NULL && count != 0);
}

// The same for any datatype. Addresses of derived ones may be absolute, from a null buffer on (MPI 5.0 §5.1.13).
static inline bool api_bad_elements(const void *buffer, int count, MPI_Datatype datatype)
{
    return count < 0 || !type_is_committed(datatype) || (buffer == NULL && count != 0 && p2p_is_within(datatype));
}

static inline size_t api_bytes(int count, const struct p2p_datatype *datatype)
{
    return p2p_bytes(count, datatype);
}

// What the expected way of blocking calls asks of a message first: a type whose extent is a power of two, and how many ranks
// there are, none outside MPI_Init and MPI_Finalize.
struct api_usual {
    unsigned shift;  // of the type, see struct p2p_datatype
    int size;
};

static inline bool api_is_usual(const struct p2p_comm *comm, MPI_Datatype datatype, struct api_usual *usual)
{
    if (__builtin_expect(comm == NULL || !p2p_is_within(datatype), 0))
        return false;
    unsigned shift = p2p_datatype_within(datatype)->shift;
    int size = comm->size;
    // Both are loaded before either is tested, so that one hides the other's latency.
    __asm__ volatile("" : "+r"(shift), "+r"(size));
    *usual = (struct api_usual){shift, size};
    return shift != 0;
}

// Not for MPI_PROC_NULL and wildcards.
static inline bool api_is_rank(const struct api_usual *usual, int rank)
{
    return (unsigned)rank < (unsigned)usual->size;
}

static inline bool api_bad_usual(const void *buffer, int count)
{
    return count < 0 || (buffer == NULL && count != 0);
}

// Those of messages give MPI_SUCCESS when nothing is wrong, MPI_PROC_NULL included.
int api_explain_buffer(const char *function, const struct p2p_comm *comm, const void *buffer, int count,
                       MPI_Datatype datatype) __attribute__((cold));
int api_explain_comm(const char *function, MPI_Comm comm) __attribute__((cold));
int api_explain_send(const char *function, const void *buffer, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm) __attribute__((cold));
int api_explain_receive(const char *function, const void *buffer, int count, MPI_Datatype datatype, int source,
                        int tag, MPI_Comm comm) __attribute__((cold));
int api_explain_pointer(const char *function, const struct p2p_comm *comm, const char *argument)
    __attribute__((cold));

// Of elements that travel as they lie in memory, each of a power of two bytes; what else is valid goes the slow way, too.
static inline bool api_bad_plain(const void *buffer, int count, const struct p2p_datatype *datatype)
{
    return datatype->shift == 0 || api_bad_usual(buffer, count);
}

static inline bool api_bad_send(const struct p2p_comm *comm, const void *buffer, int count,
                                const struct p2p_datatype *datatype, int dest, int tag)
{
    return comm == NULL || (unsigned)dest >= (unsigned)comm->size || tag < 0 || api_bad_plain(buffer, count, datatype);
}

static inline bool api_bad_source(const struct p2p_comm *comm, int source, int tag)
{
    return comm == NULL || ((unsigned)source >= (unsigned)comm->size && source != MPI_ANY_SOURCE) ||
           (tag < 0 && tag != MPI_ANY_TAG);
}

// MPI_Status keeps the length of the message in bytes in two of its spare words, and in the highest bit whether it was cancelled.
// MPI_ERROR belongs to the functions that complete several requests (MPI 5.0 §3.2.5).
enum { API_STATUS_CANCELLED = INT_MIN };

// Leaves alone whether it was cancelled.
static inline void api_status_set_bytes(MPI_Status *status, uint64_t bytes)
{
    status->MPI_internal[0] = (int)(uint32_t)bytes;
    status->MPI_internal[1] = (status->MPI_internal[1] & API_STATUS_CANCELLED) | (int)(bytes >> 32);
}

static inline void api_set_status(MPI_Status *status, int source, int tag, size_t bytes)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->MPI_internal[1] = 0;
    api_status_set_bytes(status, bytes);
}

static inline uint64_t api_status_bytes(const MPI_Status *status)
{
    uint32_t high = status->MPI_internal[1] & ~API_STATUS_CANCELLED;
    return (uint32_t)status->MPI_internal[0] | (uint64_t)high << 32;
}

static inline void api_set_receive_status(MPI_Status *status, const struct p2p_request *request)
{
    api_set_status(status, request->source, request->tag,
                   request->arrived < request->bytes ? request->arrived : request->bytes);
}

// Of a receive from MPI_PROC_NULL (MPI 5.0 §3.10), and of what is no receive at all (MPI 5.0 §3.7.3).
static inline void api_set_proc_null_status(MPI_Status *status)
{
    api_set_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

static inline void api_set_empty_status(MPI_Status *status)
{
    api_set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

static inline void api_set_cancelled_status(MPI_Status *status)
{
    api_set_empty_status(status);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_internal[1] = API_STATUS_CANCELLED;
}

#endif
