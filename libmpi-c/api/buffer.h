// The buffers of buffered sends (MPI 5.0 §3.6).
#ifndef API_BUFFER_H
#define API_BUFFER_H

#include "api/message.h"

// The header of a message in a buffer.
struct buffer_segment {
    struct p2p_request request;
    struct buffer_segment *next;
    size_t bytes;  // of the segment: header, message and padding
};

// `from` is NULL if no buffer is attached. With MPI_BUFFER_AUTOMATIC each segment comes from the heap.
struct buffer {
    void *from;
    int size;
    unsigned char *begin, *end;
    struct buffer_segment *first;
};

// The buffer that the functions below work on: the process's, unless dynamic/buffer.c has selected that of a communicator.
extern struct buffer buffer_attached;

// Selects the process's buffer.
void buffer_select_process(void);
void buffer_select_process_plain(void);

// Attaches `buffer` of `size` bytes, or MPI_BUFFER_AUTOMATIC. No buffer must be attached.
void buffer_attach(void *buffer, int size);

// Waits until all messages have been sent, and detaches the buffer. Sets `*buffer` and `*size`; the size is 0 with
// MPI_BUFFER_AUTOMATIC.
void buffer_detach(void **buffer, int *size);

// Copies `message` into the attached buffer and starts to send it from there. Returns MPI_SUCCESS, or reports that there is no
// room and returns MPI_ERR_BUFFER.
int buffer_send(const struct message *message, const char *function);
int buffer_send_plain(const struct message *message, const char *function);

// Removes the messages that have been sent.
void buffer_clean(void);
void buffer_clean_plain(void);

// Waits until all messages in all buffers have been sent; the plain form, those in the selected buffer.
void buffer_flush(void);
void buffer_flush_plain(void);

#endif
