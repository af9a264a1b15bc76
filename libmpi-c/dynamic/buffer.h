// Buffers of communicators and sessions (MPI 5.0 §3.6), besides the process's.
#ifndef DYNAMIC_BUFFER_H
#define DYNAMIC_BUFFER_H

#include "api/buffer.h"
#include "api/session.h"

// Whose buffer it is: a communicator's or a session's; the process's if both are NULL. Errors go to `errhandler`, the handler of the
// object `handle`.
struct buffer_owner {
    const struct p2p_comm *comm;
    const struct session *session;
    MPI_Errhandler errhandler;
    void *handle;
};

// Returns the session that the communicator comes from; NULL if it is none, or unknown. The plain form knows none.
const struct session *buffer_session_of(const struct p2p_comm *comm);
const struct session *buffer_session_of_plain(const struct p2p_comm *comm);

// Is there a buffer that belongs to the owner?
bool buffer_exists(const struct buffer_owner *owner);

// Waits until the messages in the owner's buffer have been sent, and detaches it. There must be such a buffer.
void buffer_release(const struct buffer_owner *owner, void **buffer, int *size);

// The same for each buffer of a session that has ended.
void buffer_release_ended(void);

// Begins to flush the selected buffer.
MPI_Request buffer_iflush(void);

// MPI_X_attach_buffer and the others for any owner. They check their arguments, report errors in the name of `function`, and return
// MPI_SUCCESS or the error class.
int buffer_owner_attach(const char *function, const struct buffer_owner *owner, void *buffer, int size);
int buffer_owner_detach(const char *function, const struct buffer_owner *owner, void *buffer, int *size);
int buffer_owner_flush(const char *function, const struct buffer_owner *owner);
int buffer_owner_iflush(const char *function, const struct buffer_owner *owner, MPI_Request *request);

#endif
