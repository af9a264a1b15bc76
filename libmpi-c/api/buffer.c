// The buffer of buffered sends: messages lie in it in order of address, and each goes as soon as it is sent (MPI 5.0 §3.6.1).
#include "api/buffer.h"

#include "api/communicator.h"

// What a message in the buffer begins with.
struct api_segment {
    struct p2p_request request;
    struct api_segment *next;
    size_t bytes;  // with this, and what it is rounded up by
};

enum { API_SEGMENT_ALIGNMENT = 16 };

_Static_assert(sizeof(struct api_segment) + 2 * API_SEGMENT_ALIGNMENT <= MPI_BSEND_OVERHEAD,
               "a message takes no more of the buffer than the standard's formula says");

// `from` is the user's; NULL when there is none. MPI_BUFFER_AUTOMATIC: segments come from the heap.
static struct {
    void *from;
    int size;
    unsigned char *begin, *end;
    struct api_segment *first;
} api_buffer;

static size_t api_aligned(size_t address)
{
    return (address + API_SEGMENT_ALIGNMENT - 1) & -(size_t)API_SEGMENT_ALIGNMENT;
}

static void api_buffer_clean(void)
{
    for (struct api_segment **link = &api_buffer.first; *link != NULL;) {
        struct api_segment *segment = *link;
        if (!segment->request.done) {
            link = &segment->next;
            continue;
        }
        *link = segment->next;
        if (api_keeps_comm(&segment->request))
            api_comm_release(segment->request.comm);
        if (api_buffer.from == MPI_BUFFER_AUTOMATIC)
            p2p_free(segment);
    }
}

// First fit between the messages that are there; NULL when there is no room.
static struct api_segment *api_buffer_take(size_t bytes)
{
    struct api_segment **link = &api_buffer.first, *segment;
    if (api_buffer.from == MPI_BUFFER_AUTOMATIC) {
        segment = p2p_allocate(bytes, "MPI: no memory for a buffered send");
    } else {
        unsigned char *at = api_buffer.begin;
        for (; *link != NULL && (size_t)((unsigned char *)*link - at) < bytes; link = &(*link)->next)
            at = (unsigned char *)*link + (*link)->bytes;
        if (*link == NULL && (api_buffer.from == NULL || (size_t)(api_buffer.end - at) < bytes))
            return NULL;
        segment = (struct api_segment *)at;
    }
    segment->bytes = bytes;
    segment->next = *link;
    *link = segment;
    return segment;
}

int api_buffer_send(const struct api_message *message, const char *function)
{
    size_t bytes = api_aligned(sizeof(struct api_segment) + message->bytes);
    api_buffer_clean();
    struct api_segment *segment = api_buffer_take(bytes);
    if (segment == NULL) {
        // What others have fetched since the last call of MPI is in the way until this rank looks.
        p2p_poll();
        api_buffer_clean();
        segment = api_buffer_take(bytes);
    }
    if (segment == NULL)
        return api_error(message->comm, MPI_ERR_BUFFER,
                         "%s: no room for a message of %zu bytes in the attached buffer of %d bytes", function,
                         message->bytes, api_buffer.size);
    type_pack(segment + 1, message->buffer, message->count, message->datatype);
    p2p_send_start(&segment->request, P2P_SEND, message->comm, P2P_USER, segment + 1, message->bytes, message->peer,
                   message->tag);
    if (api_keeps_comm(&segment->request))
        api_comm_retain(message->comm);
    return MPI_SUCCESS;
}

void api_buffer_flush(void)
{
    for (api_buffer_clean(); api_buffer.first != NULL; api_buffer_clean())
        p2p_wait(&api_buffer.first->request);
}

int PMPI_Buffer_attach(void *buffer, int size)
{
    api_enter("MPI_Buffer_attach");
    if (size < 0)
        return api_error(NULL, MPI_ERR_ARG, "MPI_Buffer_attach: negative size %d", size);
    if (buffer == NULL && size != 0)
        return api_error(NULL, MPI_ERR_BUFFER, "MPI_Buffer_attach: null buffer of %d bytes", size);
    if (api_buffer.from != NULL)
        return api_error(NULL, MPI_ERR_BUFFER, "MPI_Buffer_attach: a buffer at %p is attached already", api_buffer.from);
    api_buffer.from = buffer;
    api_buffer.size = size;
    if (buffer == MPI_BUFFER_AUTOMATIC)
        return MPI_SUCCESS;
    size_t lost = api_aligned((uintptr_t)buffer) - (uintptr_t)buffer;
    api_buffer.begin = (unsigned char *)buffer + ((size_t)size < lost ? (size_t)size : lost);
    api_buffer.end = (unsigned char *)buffer + size;
    return MPI_SUCCESS;
}
API_WEAK(Buffer_attach)

// `buffer` is the address of a pointer.
int PMPI_Buffer_detach(void *buffer, int *size)
{
    api_enter("MPI_Buffer_detach");
    if (buffer == NULL || size == NULL)
        return api_explain_pointer("MPI_Buffer_detach", NULL, buffer == NULL ? "buffer_addr" : "size");
    api_buffer_flush();
    *(void **)buffer = api_buffer.from;
    *size = api_buffer.from == MPI_BUFFER_AUTOMATIC ? 0 : api_buffer.size;
    api_buffer.from = NULL;
    api_buffer.size = 0;
    return MPI_SUCCESS;
}
API_WEAK(Buffer_detach)
