// Windows: memory that other ranks access (MPI 5.0 chapter 12). This header has their state; communication is in rma/rma.h.
#ifndef API_WIN_H
#define API_WIN_H

#include "api/api.h"
#include "api/attribute.h"
#include "api/communicator.h"
#include "api/errhandler.h"
#include "p2p/agent.h"

// The kind of access epoch that a rank is in. An epoch begun by a fence may be replaced by another kind as long as the rank has
// accessed nothing in it.
enum rma_epoch { RMA_NONE, RMA_FENCED, RMA_STARTED, RMA_LOCKED, RMA_LOCKED_ALL };

// The state of a window for one other rank: its memory, and the synchronization and requests between the two.
struct rma_peer {
    uint64_t base, size;  // of its memory; of a dynamic window, `base` is the address of its struct rma_regions
    int32_t disp_unit;
    int32_t posted;       // exposures for this rank not yet used by a start; negative if starts did not wait for theirs
    uint32_t under_way;   // messages to it that are not answered; `fetching`: those of them that bring data back
    uint32_t fetching;
    struct rma_region_list *regions;  // of a dynamic window: the regions as last read from there; NULL: not read yet
    int16_t held;         // the lock of its memory that this rank has: 0, MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE, RMA_NO_CHECK
    bool member;          // is in the group of MPI_Win_start
    // The lock of this rank's memory: what the peer has, what it waits for, its place in the queue, and how it is notified.
    int16_t has, wants;
    int32_t next;
    uint16_t tag;
};

enum { RMA_NO_CHECK = 1, RMA_NOBODY = -1 };

// A region of memory attached to a dynamic window. Regions are ordered by address.
struct rma_region {
    uint64_t base, size;
};

struct rma_region_list {
    uint64_t count, version;
    struct rma_region region[];
};

// Where other nodes read the list of a window's regions.
struct rma_regions {
    uint64_t list;         // address of the present struct rma_region_list
    uint64_t count, version;
    uint64_t room;
};

struct rma_wire;

struct win {
    struct p2p_object object;  // must be first; its address is the handle
    struct p2p_comm *comm;     // the window's own, for messages between windows
    MPI_Errhandler errhandler;
    struct attribute_list attributes;
    MPI_Info info;             // the hints; MPI_INFO_NULL: none
    char name[MPI_MAX_OBJECT_NAME];
    void *base;
    MPI_Aint size;
    int disp_unit, flavor, model;
    bool allocated;            // `base` is freed with the window
    int error;                 // class of an error at a target, which the next synchronization reports
    struct rma_peer *peers;
    struct rma_regions regions;
    // State as origin.
    enum rma_epoch epoch;
    bool accessed;
    unsigned locks;
    uint32_t under_way, fetching;  // sums over all peers
    // State as target.
    bool exposed;              // by MPI_Win_post
    uint32_t expected, completed;
    int first_waiter, last_waiter;  // the queue for the lock
    unsigned sharers;
    bool exclusive;
    struct p2p_agent agent;    // serves requests
    struct p2p_request receive;
    struct rma_wire *request;
    bool stopped;
};

// Returns the window behind a handle, or NULL if the handle is no window.
static inline struct win *win_of(MPI_Win handle)
{
    return p2p_object_of(handle, P2P_OBJECT_WIN);
}

// Reports an error to the handler of a window, as api_error does. Returns `class` if the handler returns.
#define win_error(win, class, ...) api_error_of((win)->errhandler, (void *)(win), class, __VA_ARGS__)

// Report an invalid window, or a null pointer as `argument`; return the error class.
int win_explain(const char *function, MPI_Win win) __attribute__((cold));
int win_explain_pointer(const char *function, const struct win *win, const char *argument) __attribute__((cold));

// The arguments of a function that makes a window of `size` bytes at `base`, or, if `allocate`, of memory of its own.
struct win_description {
    const char *function;
    void *base;
    MPI_Aint size;
    int disp_unit, flavor;
    MPI_Info info;
    MPI_Comm comm;
    bool allocate;
};

// Makes a window and sets `*handle`. Collective over description->comm. Returns MPI_SUCCESS, or reports the wrong argument in the
// name of description->function and returns its error class.
int win_make(const struct win_description *description, MPI_Win *handle);

#endif
