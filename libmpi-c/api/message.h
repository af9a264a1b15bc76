// Messages of any datatype: between the elements in a user's buffer and the bytes in one piece that travel.
#ifndef API_MESSAGE_H
#define API_MESSAGE_H

#include "api/request.h"

enum api_mode { API_RECEIVE, API_STANDARD, API_SYNCHRONOUS, API_BUFFERED };

// One whose arguments are valid; `peer` may be MPI_PROC_NULL.
struct api_message {
    const struct p2p_comm *comm;
    enum api_mode mode;
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
struct api_message api_message_of(const struct p2p_comm *comm, enum api_mode mode, const void *buffer, int count,
                                  MPI_Datatype datatype, int peer, int tag);

// Checks the arguments of `function`, reports what is wrong and returns its class.
int api_message_to(struct api_message *message, const char *function, enum api_mode mode, const void *buffer, int count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int api_message_from(struct api_message *message, const char *function, void *buffer, int count, MPI_Datatype datatype,
                     int source, int tag, MPI_Comm comm);

// Packs a message to be sent into memory that the caller frees, and from where it is sent; NULL when there is nothing in it.
void *api_message_detach(struct api_message *message);

// Starts it as `request`. Returns the class of what was wrong, which it reports: of buffered sends only.
int api_message_start(struct api_message *message, const char *function, struct p2p_request *request);

// `request` is done: the buffer gets what arrived, once. The second one sets the status, too, and returns the error class.
void api_message_settle(struct api_message *message, const struct p2p_request *request);
int api_message_finish(struct api_message *message, const struct p2p_request *request, const char *function,
                       MPI_Status *status);

// Blocking: what was wrong while it was on its way is reported and its class returned.
int api_message_send(struct api_message *message, const char *function);
int api_message_receive(struct api_message *message, const char *function, MPI_Status *status);

// A request for it, not yet started, and not active then. It keeps communicator and datatype until it is freed.
struct api_composite *api_message_request(const struct api_message *message);

// Starts a request for it that lasts until it is done.
int api_message_begin(const struct api_message *message, const char *function, MPI_Request *request);

// `request`, a send or receive, has nothing to do: the other side is MPI_PROC_NULL, or the bytes lie elsewhere already.
void api_message_nothing(const struct api_message *message, struct p2p_request *request);

#endif
