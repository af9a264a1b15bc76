// Messages of any datatype: between the elements in a user's buffer and the bytes in one piece that travel.
#ifndef API_MESSAGE_H
#define API_MESSAGE_H

#include "api/request.h"

enum message_mode { MESSAGE_RECEIVE, MESSAGE_STANDARD, MESSAGE_SYNCHRONOUS, MESSAGE_BUFFERED };

// One whose arguments are valid; `peer` may be MPI_PROC_NULL.
struct message {
    const struct p2p_comm *comm;
    enum message_mode mode;
    void *buffer;
    int count;
    MPI_Datatype datatype;
    int peer, tag;
    size_t bytes;
    bool packed;  // do the bytes differ from what is in the buffer?
    void *copy;   // the bytes that travel then, while it is under way
    struct p2p_unexpected *matched;  // a receive of this message, which a probe has taken
};

// Of valid arguments.
struct message message_of(const struct p2p_comm *comm, enum message_mode mode, const void *buffer, int count,
                          MPI_Datatype datatype, int peer, int tag);

// Checks the arguments of `function`, reports what is wrong and returns its class.
int message_to(struct message *message, const char *function, enum message_mode mode, const void *buffer, int count,
               MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int message_from(struct message *message, const char *function, void *buffer, int count, MPI_Datatype datatype, int source,
                 int tag, MPI_Comm comm);

// Packs a message to be sent into memory that the caller frees, and from where it is sent; NULL when there is nothing in it.
void *message_detach(struct message *message);

// Starts it as `request`. Returns the class of what was wrong, which it reports: of buffered sends only.
int message_start(struct message *message, const char *function, struct p2p_request *request);

// `request` is done: the buffer gets what arrived, once. The second one sets the status, too, and returns the error class.
void message_settle(struct message *message, const struct p2p_request *request);
int message_finish(struct message *message, const struct p2p_request *request, const char *function, MPI_Status *status);

// Blocking: what was wrong while it was on its way is reported and its class returned.
int message_send(struct message *message, const char *function);
int message_receive(struct message *message, const char *function, MPI_Status *status);

// A request for it, not yet started, and not active then. It keeps communicator and datatype until it is freed.
struct composite *message_request(const struct message *message);

// Starts a request for it that lasts until it is done.
int message_begin(const struct message *message, const char *function, MPI_Request *request);

// `request`, a send or receive, has nothing to do: the other side is MPI_PROC_NULL, or the bytes lie elsewhere already.
void message_nothing(const struct message *message, struct p2p_request *request);

#endif
