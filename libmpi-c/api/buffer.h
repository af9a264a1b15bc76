// The buffer of buffered sends (MPI 5.0 §3.6).
#ifndef API_BUFFER_H
#define API_BUFFER_H

#include "api/message.h"

// Copies `message` into the attached buffer and starts to send it from there. Returns MPI_SUCCESS, or reports that there is no
// room and returns MPI_ERR_BUFFER.
int buffer_send(const struct message *message, const char *function);

// Waits until all messages in the buffer have been sent.
void buffer_flush(void);

#endif
