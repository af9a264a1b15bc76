// The buffer of buffered sends: messages lie in it in order of address. Each is removed when it has been sent (MPI 5.0 §3.6.1).
#include "api/buffer.h"

#include "api/communicator.h"

enum { BUFFER_SEGMENT_ALIGNMENT = 16 };

_Static_assert(sizeof(struct buffer_segment) + 2 * BUFFER_SEGMENT_ALIGNMENT <= MPI_BSEND_OVERHEAD,
               "a message takes no more of the buffer than the standard's formula says");

struct buffer buffer_attached;

void buffer_select_process_plain(void)
{
}
P2P_REPLACEABLE(void, buffer_select_process, (void), buffer_select_process_plain)

static size_t buffer_aligned(size_t address)
{
    return (address + BUFFER_SEGMENT_ALIGNMENT - 1) & -(size_t)BUFFER_SEGMENT_ALIGNMENT;
}

void buffer_clean_plain(void)
{
    for (struct buffer_segment **link = &buffer_attached.first; *link != NULL;) {
        struct buffer_segment *segment = *link;
        if (!segment->request.done) {
            link = &segment->next;
            continue;
        }
        *link = segment->next;
        if (request_keeps_comm(&segment->request))
            comm_release(segment->request.comm);
        if (buffer_attached.from == MPI_BUFFER_AUTOMATIC)
            p2p_free(segment);
    }
}
P2P_REPLACEABLE(void, buffer_clean, (void), buffer_clean_plain)

// Takes the first gap between messages that has room for `bytes` bytes. Returns NULL if there is none.
static struct buffer_segment *buffer_take(size_t bytes)
{
    struct buffer_segment **link = &buffer_attached.first, *segment;
    if (buffer_attached.from == MPI_BUFFER_AUTOMATIC) {
        segment = p2p_allocate(bytes, "MPI: no memory for a buffered send");
    } else {
        unsigned char *at = buffer_attached.begin;
        for (; *link != NULL && (size_t)((unsigned char *)*link - at) < bytes; link = &(*link)->next)
            at = (unsigned char *)*link + (*link)->bytes;
        if (*link == NULL && (buffer_attached.from == NULL || (size_t)(buffer_attached.end - at) < bytes))
            return NULL;
        segment = (struct buffer_segment *)at;
    }
    segment->bytes = bytes;
    segment->next = *link;
    *link = segment;
    return segment;
}

int buffer_send_plain(const struct message *message, const char *function)
{
    size_t bytes = buffer_aligned(sizeof(struct buffer_segment) + message->bytes);
    buffer_clean();
    struct buffer_segment *segment = buffer_take(bytes);
    if (segment == NULL) {
        // Messages that have been sent since the last MPI call take up room until this rank makes progress.
        p2p_poll();
        buffer_clean();
        segment = buffer_take(bytes);
    }
    if (segment == NULL)
        return api_error(message->comm, MPI_ERR_BUFFER,
                         "%s: no room for a message of %zu bytes in the attached buffer of %d bytes", function,
                         message->bytes, buffer_attached.size);
    type_pack(segment + 1, message->buffer, message->count, message->datatype);
    p2p_send_start(&segment->request, P2P_SEND, message->comm, P2P_USER, segment + 1, message->bytes, message->peer,
                   message->tag);
    if (request_keeps_comm(&segment->request))
        comm_retain(message->comm);
    return MPI_SUCCESS;
}
P2P_REPLACEABLE(int, buffer_send, (const struct message *message, const char *function), buffer_send_plain)

void buffer_flush_plain(void)
{
    for (buffer_clean(); buffer_attached.first != NULL; buffer_clean())
        p2p_wait(&buffer_attached.first->request);
}
P2P_REPLACEABLE(void, buffer_flush, (void), buffer_flush_plain)

void buffer_attach(void *buffer, int size)
{
    buffer_attached.from = buffer;
    buffer_attached.size = size;
    if (buffer == MPI_BUFFER_AUTOMATIC)
        return;
    size_t lost = buffer_aligned((uintptr_t)buffer) - (uintptr_t)buffer;
    buffer_attached.begin = (unsigned char *)buffer + ((size_t)size < lost ? (size_t)size : lost);
    buffer_attached.end = (unsigned char *)buffer + size;
}

void buffer_detach(void **buffer, int *size)
{
    buffer_flush_plain();
    *buffer = buffer_attached.from;
    *size = buffer_attached.from == MPI_BUFFER_AUTOMATIC ? 0 : buffer_attached.size;
    buffer_attached.from = NULL;
    buffer_attached.size = 0;
}

int PMPI_Buffer_attach(void *buffer, int size)
{
    api_enter("MPI_Buffer_attach");
    buffer_select_process();
    if (size < 0)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Buffer_attach: negative size %d", size);
    if (buffer == NULL && size != 0)
        return api_error(NULL, MPI_ERR_BUFFER, "MPI_Buffer_attach: null buffer of %d bytes", size);
    if (buffer_attached.from != NULL)
        return api_error(NULL, MPI_ERR_BUFFER, "MPI_Buffer_attach: a buffer at %p is attached already", buffer_attached.from);
    buffer_attach(buffer, size);
    return MPI_SUCCESS;
}
API_WEAK(Buffer_attach)

// `buffer` is the address of a pointer, which is set to the buffer.
int PMPI_Buffer_detach(void *buffer, int *size)
{
    api_enter("MPI_Buffer_detach");
    if (buffer == NULL || size == NULL)
        return api_explain_pointer("MPI_Buffer_detach", NULL, buffer == NULL ? "buffer_addr" : "size");
    buffer_select_process();
    buffer_detach(buffer, size);
    return MPI_SUCCESS;
}
API_WEAK(Buffer_detach)
