// One-sided communication: declarations that its files share (MPI 5.0 chapter 12).
//
// If nodes reach each other's memory, the hardware transfers MPI_Put and MPI_Get without the target's hart. Every other operation
// is a request: a message to the target's agent, which serves it when that rank is in MPI, and answers. So the target performs
// requests in the order of sending, one at a time. When all answers and acknowledgements of transfers have come, all operations are
// done there.
#ifndef RMA_H
#define RMA_H

#include "api/request.h"
#include "rma/cursor.h"
#include "api/win.h"
#include "rma_kind.h"

enum rma_kind {
    RMA_UPDATE,   // records: memory is combined with data
    RMA_FETCH,    // the same; the answer is the memory's old contents
    RMA_READ,     // records without data
    RMA_COMPARE,  // one record: data, then the value that memory is compared with
    RMA_LOCK,     // answered when the lock is given
    RMA_UNLOCK,
    RMA_POST,
    RMA_COMPLETE,
    RMA_STOP,     // to this rank itself: the window is freed; not answered
};

enum {
    RMA_ANSWERS = 4,        // answers of this rank's agents under way at once
    RMA_ALIGNMENT = 16,
    RMA_SHORT_PIECE = 64,   // bytes: pieces of memory shorter than this are not worth a transfer each
};
_Static_assert(RMA_WIRE_BYTES <= 4096, "requests go eagerly, or ranks without memory for them would be asked for it");

struct rma_head {
    uint8_t kind, op, class, error;
    uint16_t tag;       // of the answer's message
    uint16_t argument;  // bytes of an element, or the kind of lock
    uint32_t bytes;     // of the body
    uint32_t none;
};

enum { RMA_BODY_BYTES = RMA_WIRE_BYTES - sizeof(struct rma_head) };

struct rma_wire {
    _Alignas(RMA_ALIGNMENT) struct rma_head head;
    _Alignas(RMA_ALIGNMENT) unsigned char body[RMA_BODY_BYTES];
};

// Requests have tag 0, answers the tags from 1 on.
enum { RMA_REQUEST_TAG = 0, RMA_ANSWER_TAG };

// Memory of the target: `count` blocks of `bytes` bytes. If there are several, their distance follows; then data, padded to a
// multiple of RMA_ALIGNMENT.
struct rma_record {
    uint64_t address;
    uint32_t bytes, count;
};

struct rma_distance {
    int64_t stride, none;
};

static inline size_t rma_aligned(size_t bytes)
{
    return (bytes + RMA_ALIGNMENT - 1) & -(size_t)RMA_ALIGNMENT;
}

// The request of MPI_Rput, MPI_Rget and others.
struct rma_request {
    struct rma_request *next;
    struct composite *composite;
    const struct win *win;
    int counter;           // counter of the channel for its transfers alone; -1: none
    uint32_t parts;     // parts that it still waits for
};

// A request to another rank's agent.
struct rma_message {
    struct rma_message *next;
    struct p2p_request send, reply;
    struct win *win;
    int target;
    bool answered;
    size_t result_bytes;       // bytes that the answer brings to `result`
    struct rma_cursor result;
    struct rma_request *request;
    struct rma_wire wire;
};

// An operation under way, which is performed piece by piece: `left` bytes remain, in multiples of `unit`.
struct rma_operation {
    struct win *win;
    int target;
    enum rma_kind kind;
    uint8_t op, class;
    size_t left, unit;
    struct rma_cursor origin, remote, result;
    struct rma_request *request;
};

// message.c: make a message, waiting if needed; send it. For origins only. A notice is a message without a body.
void rma_open(void) __attribute__((cold));   // before the first window, each time there is none
void rma_close(void) __attribute__((cold));  // after the last window
struct rma_message *rma_message_new(struct win *win, int target, enum rma_kind kind);
void rma_message_send(struct rma_message *message);
void rma_message_deliver(struct rma_message *message);  // the same; if the target is this rank, serves it here
void rma_notice(struct win *win, int target, enum rma_kind kind);

// operate.c
void rma_operate(struct rma_operation *operation);

// serve.c: performs a request. Returns the size of its answer's body.
size_t rma_serve(struct win *win, int origin, const struct rma_wire *request, struct rma_wire *answer);

// agent.c
void rma_agent_start(struct win *win);
void rma_agent_stop(struct win *win);
bool rma_can_answer(void);
void rma_answer(struct win *win, int origin, unsigned tag, struct rma_wire *answer, size_t bytes);
struct rma_wire *rma_answer_new(void);

// lock.c: the lock of this rank's memory. The rank asks for it itself without a message.
void rma_lock_ask(struct win *win, int origin, int type, unsigned tag);
void rma_lock_give_back(struct win *win, int origin);
bool rma_lock_ready(const struct win *win);
void rma_lock_grant(struct win *win);
// The lock of another rank's memory, as origin.
void rma_acquire(struct win *win, int target, int type);
void rma_release(struct win *win, int target);

// request.c
struct rma_request *rma_request_new(struct win *win, MPI_Request *handle);
void rma_request_part_done(struct rma_request *request);
void rma_request_begun(struct rma_request *request);  // all its parts have been started
bool rma_requests_ready(void);
void rma_requests_advance(void);
bool rma_requests_under_way(const struct win *win);

// record.c: adds the next pieces of the target's memory to a message, as many as fit. Returns false if none fits.
bool rma_add_record(struct rma_operation *operation, struct rma_message *message);

// transfer.c: MPI_Put and MPI_Get by request. rma_no_transfer counts those that transfers could have performed.
extern uint32_t rma_no_transfer;
void rma_put_by_request(struct rma_operation *operation);
void rma_get_by_request(struct rma_operation *operation);

// rma/transfers or rma/requests; a channel has one of them. MPI_Put and MPI_Get:
void rma_put(struct rma_operation *operation);
void rma_get(struct rma_operation *operation);
// Called before the first transfer. Later calls do nothing.
void rma_transfers_open(void) __attribute__((cold));
// Wait until all transfers from and to a rank's node, or all nodes, are complete.
void rma_transfers_await(const struct win *win, int target);
void rma_transfers_await_all(void);
// Are the transfers with `counter` (rma_request.counter) complete? Changes nothing. rma_transfer_free gives the counter back.
bool rma_transfer_idle(unsigned counter);
void rma_transfer_free(unsigned counter);
// Has rank `target` attached all of this memory to its dynamic window? Also true if that cannot be read: then the target checks.
bool rma_is_attached_there(struct win *win, int target, uint64_t address, uint64_t bytes);

// complete.c: wait until operations are complete at the target or at all targets; _here: until their buffers here may be used.
void rma_complete(struct win *win, int target);
void rma_complete_all(struct win *win);
void rma_complete_here(struct win *win, int target);
void rma_complete_all_here(struct win *win);
// Returns the result of a synchronization: MPI_SUCCESS, or the error class that a target has answered; reports the error here.
int rma_outcome(const char *function, struct win *win);

// region.c: is all of this memory attached to the dynamic window here? Is it in a list of regions?
bool rma_is_attached(const struct win *win, uint64_t address, uint64_t bytes);
bool rma_list_has(const struct rma_region_list *list, uint64_t count, uint64_t address, uint64_t bytes);
bool rma_attach(struct win *win, uint64_t base, uint64_t size);  // false: it overlaps another region
bool rma_detach(struct win *win, uint64_t base);                 // false: there is no such region
void rma_regions_free(struct win *win);

// check.c: the arguments of an operation.
struct rma_arguments {
    const char *function;
    MPI_Win win;
    const void *origin;
    int origin_count;
    MPI_Datatype origin_type;
    int target;
    MPI_Aint disp;
    int target_count;
    MPI_Datatype target_type;
    MPI_Op op;          // MPI_OP_NULL: for MPI_Put and MPI_Get
    bool gets;          // the target's elements go to the origin, not the other way
};

// Checks the arguments. Returns MPI_SUCCESS and sets `operation`, which is empty if the target is MPI_PROC_NULL; or returns the
// class of an error that it has reported.
int rma_check(const struct rma_arguments *arguments, struct rma_operation *operation);
void rma_operation_end(struct rma_operation *operation);
int rma_refuse_op(const struct rma_arguments *arguments) __attribute__((cold));

// Where an operation that brings data back puts it.
struct rma_result {
    void *address;
    int count;
    MPI_Datatype type;
};

int rma_check_fetch(const struct rma_arguments *arguments, const struct rma_result *result, struct rma_operation *operation);

// win_lock.c: may another access epoch begin?
int rma_check_begin(const char *function, const struct win *win);

// epoch.c: is it a rank, or MPI_PROC_NULL? Is there an epoch in which it may be accessed (takes its lock if nothing has done so
// yet)? Is there an epoch for operations with a request?
int rma_check_rank(const char *function, const struct win *win, int rank);
int rma_check_epoch(const char *function, struct win *win, int target);
int rma_check_request(const struct rma_arguments *arguments, MPI_Request *request);

// range.c: is all of the target's memory within the window?
int rma_check_memory(const struct rma_arguments *arguments, const struct rma_operation *operation);

#endif
