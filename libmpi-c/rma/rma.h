// One-sided communication: what its files share (MPI 5.0 chapter 12).
//
// Where nodes reach each other's memory, MPI_Put and MPI_Get are transfers of the hardware, and nobody at the target does anything.
// All else is a request: a message to the target's agent, which serves it whenever that rank is in MPI, and answers. So what is
// done at the target is done in the order in which it was asked for, and nothing comes between; when all answers and all
// acknowledgements of transfers are here, all is done there.
#ifndef RMA_H
#define RMA_H

#include "api/request.h"
#include "rma/cursor.h"
#include "api/win.h"
#include "rma_kind.h"

enum rma_kind {
    RMA_UPDATE,   // records: memory is combined with data
    RMA_FETCH,    // the same, and what was there before is the answer
    RMA_READ,     // records without data
    RMA_COMPARE,  // one record: data, then what memory is compared with
    RMA_LOCK,     // answered when the lock is given
    RMA_UNLOCK,
    RMA_POST,
    RMA_COMPLETE,
    RMA_STOP,     // to oneself: the window is freed; not answered
};

enum {
    RMA_ANSWERS = 4,        // answers of this rank's agents under way at once
    RMA_ALIGNMENT = 16,
    RMA_SHORT_PIECE = 64,   // bytes: shorter pieces of memory are not worth a transfer each
};
_Static_assert(RMA_WIRE_BYTES <= 4096, "requests go eagerly, or ranks without memory for them would be asked for it");

struct rma_head {
    uint8_t kind, op, class, error;
    uint16_t tag;       // of the answer
    uint16_t argument;  // bytes of an element, or the kind of lock
    uint32_t bytes;     // of the body
    uint32_t none;
};

enum { RMA_BODY_BYTES = RMA_WIRE_BYTES - sizeof(struct rma_head) };

struct rma_wire {
    _Alignas(RMA_ALIGNMENT) struct rma_head head;
    _Alignas(RMA_ALIGNMENT) unsigned char body[RMA_BODY_BYTES];
};

// Requests have tag 0, answers those behind it.
enum { RMA_REQUEST_TAG = 0, RMA_ANSWER_TAG };

// Memory of the target: `count` blocks of so many bytes. Then, when there are several, their distance; and then data, which are
// followed by nothing up to a multiple of RMA_ALIGNMENT.
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

// Of MPI_Rput and its like.
struct rma_request {
    struct rma_request *next;
    struct composite *composite;
    const struct win *win;
    int counter;           // of the channel, that its transfers have to themselves; -1: none
    uint32_t parts;     // what it still waits for
};

// A request to another rank's agent.
struct rma_message {
    struct rma_message *next;
    struct p2p_request send, reply;
    struct win *win;
    int target;
    bool answered;
    size_t result_bytes;       // that it brings back, to there
    struct rma_cursor result;
    struct rma_request *request;
    struct rma_wire wire;
};

// An operation under way, which is done piece by piece: `left` bytes are still to be done, in multiples of `unit`.
struct rma_operation {
    struct win *win;
    int target;
    enum rma_kind kind;
    uint8_t op, class;
    size_t left, unit;
    struct rma_cursor origin, remote, result;
    struct rma_request *request;
};

// message.c: takes one, waiting if need be; sends it. Both are for origins only. Notices are messages without a body.
void rma_open(void) __attribute__((cold));   // before the first window, each time that there is a first one
void rma_close(void) __attribute__((cold));  // behind the last one
struct rma_message *rma_message_new(struct win *win, int target, enum rma_kind kind);
void rma_message_send(struct rma_message *message);
void rma_message_deliver(struct rma_message *message);  // the same, or served here when it is for this rank
void rma_notice(struct win *win, int target, enum rma_kind kind);

// operate.c
void rma_operate(struct rma_operation *operation);

// serve.c: does what a request asks for; the size of its answer's body.
size_t rma_serve(struct win *win, int origin, const struct rma_wire *request, struct rma_wire *answer);

// agent.c
void rma_agent_start(struct win *win);
void rma_agent_stop(struct win *win);
bool rma_can_answer(void);
void rma_answer(struct win *win, int origin, unsigned tag, struct rma_wire *answer, size_t bytes);
struct rma_wire *rma_answer_new(void);

// lock.c: the lock of a rank's own memory. It asks for itself without a message.
void rma_lock_ask(struct win *win, int origin, int type, unsigned tag);
void rma_lock_give_back(struct win *win, int origin);
bool rma_lock_ready(const struct win *win);
void rma_lock_grant(struct win *win);
// Another rank's: as origin.
void rma_acquire(struct win *win, int target, int type);
void rma_release(struct win *win, int target);

// request.c
struct rma_request *rma_request_new(struct win *win, MPI_Request *handle);
void rma_request_part_done(struct rma_request *request);
void rma_request_begun(struct rma_request *request);  // all its parts are under way
bool rma_requests_ready(void);
void rma_requests_advance(void);
bool rma_requests_under_way(const struct win *win);

// record.c: adds to a message what it holds of the next pieces of the target's memory; false when that is nothing.
bool rma_add_record(struct rma_operation *operation, struct rma_message *message);

// transfer.c: MPI_Put and MPI_Get by request. Those that transfers could have done are counted in rma_no_transfer.
extern uint32_t rma_no_transfer;
void rma_put_by_request(struct rma_operation *operation);
void rma_get_by_request(struct rma_operation *operation);

// rma/transfers or rma/requests, one of which belongs to a channel. MPI_Put and MPI_Get:
void rma_put(struct rma_operation *operation);
void rma_get(struct rma_operation *operation);
// Before the first transfer; a second time it does nothing.
void rma_transfers_open(void) __attribute__((cold));
// Wait until all transfers from and to a rank's node, or all nodes, are over.
void rma_transfers_await(const struct win *win, int target);
void rma_transfers_await_all(void);
// Are the transfers that have `counter` (rma_request.counter) over? Changes nothing. rma_transfer_free gives the counter back.
bool rma_transfer_idle(unsigned counter);
void rma_transfer_free(unsigned counter);
// Has rank `target` attached all of this memory to its dynamic window? True also if that cannot be read from here: the target looks.
bool rma_is_attached_there(struct win *win, int target, uint64_t address, uint64_t bytes);

// complete.c: waits until all that was started is done: at the target, or all targets; or but for what is needed here.
void rma_complete(struct win *win, int target);
void rma_complete_all(struct win *win);
void rma_complete_here(struct win *win, int target);
void rma_complete_all_here(struct win *win);
// The result of a synchronization: MPI_SUCCESS, or the error class that a target has answered, which is reported here.
int rma_outcome(const char *function, struct win *win);

// region.c: is all of this memory attached to the dynamic window here; is it in a list of regions?
bool rma_is_attached(const struct win *win, uint64_t address, uint64_t bytes);
bool rma_list_has(const struct rma_region_list *list, uint64_t count, uint64_t address, uint64_t bytes);
bool rma_attach(struct win *win, uint64_t base, uint64_t size);  // false: overlaps with another region
bool rma_detach(struct win *win, uint64_t base);                 // false: is none
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
    MPI_Op op;          // MPI_OP_NULL: of MPI_Put and MPI_Get
    bool gets;          // the target's elements go to the origin, not the other way
};

// MPI_SUCCESS, and then `operation` is what is to be done, nothing when the target is MPI_PROC_NULL; or the class that has been
// reported.
int rma_check(const struct rma_arguments *arguments, struct rma_operation *operation);
void rma_operation_end(struct rma_operation *operation);
int rma_refuse_op(const struct rma_arguments *arguments) __attribute__((cold));

// Of an operation that brings something back, also where to.
struct rma_result {
    void *address;
    int count;
    MPI_Datatype type;
};

int rma_check_fetch(const struct rma_arguments *arguments, const struct rma_result *result, struct rma_operation *operation);

// win_lock.c: may another epoch of access begin?
int rma_check_begin(const char *function, const struct win *win);

// epoch.c: is it a rank, or MPI_PROC_NULL; is there an epoch in which it may be accessed, whose lock is taken if nobody has yet;
// is there one for operations with a request?
int rma_check_rank(const char *function, const struct win *win, int rank);
int rma_check_epoch(const char *function, struct win *win, int target);
int rma_check_request(const struct rma_arguments *arguments, MPI_Request *request);

// range.c: is all of the target's memory within the window?
int rma_check_memory(const struct rma_arguments *arguments, const struct rma_operation *operation);

#endif
