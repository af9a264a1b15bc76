// Messages of any datatype: they convert between the elements in the user's buffer and the contiguous bytes that are sent.
#ifndef API_MESSAGE_H
#define API_MESSAGE_H

#include "api/request.h"

enum message_mode { MESSAGE_RECEIVE, MESSAGE_STANDARD, MESSAGE_SYNCHRONOUS, MESSAGE_BUFFERED };

// A send or receive with valid arguments. `peer` may be MPI_PROC_NULL.
struct message {
    const struct p2p_comm *comm;
    enum message_mode mode;
    void *buffer;
    int count;
    MPI_Datatype datatype;
    int peer, tag;
    size_t bytes;
    bool packed;  // the datatype has gaps, so the message is sent from, or received into, a packed copy
    void *copy;   // the packed copy while the message is under way; else NULL
    struct p2p_unexpected *matched;  // of a receive: the message that a matched probe has taken; else NULL
};

// Makes a message from arguments that are known to be valid.
struct message message_of(const struct p2p_comm *comm, enum message_mode mode, const void *buffer, int count,
                          MPI_Datatype datatype, int peer, int tag);

// Check the arguments of a send or receive function. Return MPI_SUCCESS and set `*message`, or report the first wrong argument in
// the name of `function` and return its error class.
int message_to(struct message *message, const char *function, enum message_mode mode, const void *buffer, int count,
               MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int message_from(struct message *message, const char *function, void *buffer, int count, MPI_Datatype datatype, int source,
                 int tag, MPI_Comm comm);

// Packs a message into memory of its own, from which it will be sent. Returns that memory, which the caller frees with p2p_free,
// or NULL if the message is empty.
void *message_detach(struct message *message);

// Starts the message as `request`. Returns MPI_SUCCESS; only a buffered send can fail, which is reported before its class is
// returned.
int message_start(struct message *message, const char *function, struct p2p_request *request);

// End a message whose `request` is done: unpack the bytes that have arrived into the user's buffer, and free the packed copy. A
// second call does nothing. message_finish also sets `*status`, and returns MPI_SUCCESS or the error class (see request_outcome).
void message_settle(struct message *message, const struct p2p_request *request);
int message_finish(struct message *message, const struct p2p_request *request, const char *function, MPI_Status *status);

// Send or receive a message and wait until it is done. Return MPI_SUCCESS, or an error class that has been reported.
int message_send(struct message *message, const char *function);
int message_receive(struct message *message, const char *function, MPI_Status *status);

// Makes a composite request for the message, which is not started. It retains communicator and datatype until it is freed.
struct composite *message_request(const struct message *message);

// Makes a composite request for the message and starts it; sets `*request`. Returns MPI_SUCCESS or the class that message_start
// returned.
int message_begin(const struct message *message, const char *function, MPI_Request *request);

// Makes `request` a completed one that has moved nothing: the peer is MPI_PROC_NULL, or a buffered send has copied the bytes.
void message_complete_empty(const struct message *message, struct p2p_request *request);

#endif
