// Point-to-point communication for the layers above. Arguments are valid: ranks are ranks of the communicator,
// buffers are contiguous bytes, and MPI_PROC_NULL does not occur.
#ifndef P2P_H
#define P2P_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/match.h"
#include "p2p/comm.h"
#include "transport_kind.h"

// P2P_KEEP is not a request of the program: see transport/read.
enum p2p_kind { P2P_FREE, P2P_RECEIVE, P2P_SEND, P2P_SYNCHRONOUS_SEND, P2P_FINISH, P2P_WITHDRAW, P2P_WITHDRAWN, P2P_CLEAR,
                P2P_CLEARED, P2P_PUT, P2P_READ, P2P_LAND, P2P_COMPOSITE, P2P_CANCELLED,
                P2P_KEEP };

// A communication under way. The caller provides the memory, or takes it from the pool with p2p_request_new.
struct p2p_request {
    union {
        struct match_entry match;  // of a receive that is posted
        struct p2p_request *next;  // otherwise: in its one list, of waiting sends or transfers, or the pool
    };
    enum p2p_kind kind;
    bool done;
    bool composite;  // the API must do more than wait for it; false for requests from the pool
    const struct p2p_comm *comm;
    unsigned char *buffer;
    size_t bytes;  // length of the buffer
    size_t moved;  // bytes of it that have been handed to the channel
    union {
        // Of a receive: the message that it got.
        struct {
            size_t arrived;  // length of the message, which may exceed the buffer
            int source, tag;
            int error;  // MPI_SUCCESS or MPI_ERR_TRUNCATE
        };
        // Of a send.
        struct {
            uint64_t key;
            bool begun;  // its first packet is on the way
        };
    };
    size_t node;  // the other side of a send or of a matched rendezvous
    struct transport_request transport;
};

// An envelope without its message.
struct p2p_envelope {
    int source, tag;
    size_t bytes;
};

// The library's own memory, aligned for every type, separate from the program's heap. If there is none, p2p_allocate
// ends the run with the message `failure`, and p2p_try_allocate returns NULL. p2p_free frees it; of NULL it does
// nothing.
void *p2p_allocate(size_t bytes, const char *failure);
void *p2p_try_allocate(size_t bytes);
void p2p_free(void *memory);

// Declares `name` as a weak name of the function `plain`. The directory dynamic/ has functions that replace such names.
#define P2P_REPLACEABLE(type, name, parameters, plain) type name parameters __attribute__((weak, alias(#plain)));

// p2p_init starts communication of all nodes, and makes MPI_COMM_WORLD of all of them.
void p2p_init(void) __attribute__((cold));
void p2p_init_plain(void) __attribute__((cold));
void p2p_close(void) __attribute__((cold));

// Returned by p2p_isend if nothing is left to do. It never changes, so all such sends share it.
extern struct p2p_request p2p_sent;

struct p2p_request *p2p_request_new(void);
// `request` must come from p2p_request_new, p2p_isend or p2p_ireceive and be done.
void p2p_request_free(struct p2p_request *request);

// Starting and finishing. A request is finished when its `done` is set: in p2p_progress, or at once.
void p2p_send_start(struct p2p_request *request, enum p2p_kind kind, const struct p2p_comm *comm,
                    enum p2p_context context, const void *buffer, size_t bytes, int dest, int tag);
void p2p_receive_start(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                       void *buffer, size_t bytes, int source, int tag);
struct p2p_request *p2p_isend(enum p2p_kind kind, const struct p2p_comm *comm, enum p2p_context context,
                              const void *buffer, size_t bytes, int dest, int tag);
struct p2p_request *p2p_ireceive(const struct p2p_comm *comm, enum p2p_context context, void *buffer, size_t bytes,
                                 int source, int tag);

// Blocking forms. On return, `request` describes the received message.
void p2p_send(const struct p2p_comm *comm, enum p2p_context context, const void *buffer, size_t bytes, int dest,
              int tag);
void p2p_receive(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context, void *buffer,
                 size_t bytes, int source, int tag);
// The same for a message that is unexpected already, or that is not the next to arrive.
void p2p_receive_slowly(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context,
                        void *buffer, size_t bytes, int source, int tag);
void p2p_exchange(struct p2p_request *request, const struct p2p_comm *comm, enum p2p_context context, const void *out,
                  size_t out_bytes, int dest, int out_tag, void *in, size_t in_bytes, int source, int in_tag);
void p2p_wait(struct p2p_request *request);

// Takes one step: handles the oldest packet, and continues what can continue. Changes nothing if there is nothing to do.
void p2p_progress(void);

// Waits until all ranks of the communicator have called, if the channel has such a barrier. Else returns false at once.
bool p2p_barrier(const struct p2p_comm *comm);
bool p2p_barrier_plain(const struct p2p_comm *comm);

// Counts what went by messages in MPI_COMM_WORLD because the channel lacks hardware: barriers, and exchanges by cells.h.
extern uint32_t p2p_no_barrier, p2p_no_cells;

// Takes steps until `request` is done or all packets that have arrived are handled.
bool p2p_test(struct p2p_request *request);

// Takes steps until all packets that have arrived are handled.
void p2p_poll(void);

// Ends a receive that has met no message, as P2P_CANCELLED. Returns false if it has met one.
bool p2p_cancel_receive(struct p2p_request *request);

// Ends a send that is not done, as P2P_CANCELLED, unless its message meets a receive first: at once if it has not left, else when the
// receiver's library answers. A send whose receive is known continues. (An eager message on its way needs no receive to end.)
void p2p_cancel_send(struct p2p_request *request);

// Is a receive posted in one of the P2P_CONTEXTS_A_COMM contexts that begin at `context`?
bool p2p_is_awaited(unsigned context);

// Is there an unexpected message for such a receive? p2p_iprobe checks those that have arrived; p2p_probe waits for one.
bool p2p_iprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope);
void p2p_probe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope);

// The same, and takes the message: only p2p_receive_matched can receive it then. NULL if there is none.
struct p2p_unexpected *p2p_improbe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope);
struct p2p_unexpected *p2p_mprobe(const struct p2p_comm *comm, int source, int tag, struct p2p_envelope *envelope);
void p2p_receive_matched(struct p2p_request *request, const struct p2p_comm *comm, void *buffer, size_t bytes,
                         struct p2p_unexpected *unexpected);

#endif
