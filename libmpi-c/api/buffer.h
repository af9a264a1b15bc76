// The buffer of buffered sends (MPI 5.0 §3.6).
#ifndef API_BUFFER_H
#define API_BUFFER_H

#include "api/message.h"

// Copies a message into the buffer, from where it is sent. MPI_ERR_BUFFER, which is reported, when there is no room.
int buffer_send(const struct message *message, const char *function);

// Waits until all that is in the buffer has been sent.
void buffer_flush(void);

#endif
