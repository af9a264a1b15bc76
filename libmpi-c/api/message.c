// Messages of any datatype.
#include "api/message.h"

#include "api/buffer.h"

struct message message_of(const struct p2p_comm *comm, enum message_mode mode, const void *buffer, int count,
                          MPI_Datatype datatype, int peer, int tag)
{
    if (peer == MPI_PROC_NULL) {
        datatype = MPI_BYTE;
        count = 0;
    }
    size_t bytes = count * type_size(datatype);
    return (struct message){.comm = comm, .mode = mode, .buffer = (void *)buffer, .count = count, .datatype = datatype,
                            .peer = peer, .tag = tag, .bytes = bytes, .packed = bytes != 0 && !type_is_dense(datatype)};
}

// MPI does not define an empty message without a datatype. As in MPICH, it is valid here.
static MPI_Datatype message_type(int count, MPI_Datatype datatype)
{
    return count == 0 && datatype == MPI_DATATYPE_NULL ? MPI_BYTE : datatype;
}

int message_to(struct message *message, const char *function, enum message_mode mode, const void *buffer, int count,
               MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    datatype = message_type(count, datatype);
    int error = api_explain_send(function, buffer, count, datatype, dest, tag, comm);
    if (error == MPI_SUCCESS)
        *message = message_of(comm_of(comm), mode, buffer, count, datatype, dest, tag);
    return error;
}

int message_from(struct message *message, const char *function, void *buffer, int count, MPI_Datatype datatype, int source,
                 int tag, MPI_Comm comm)
{
    datatype = message_type(count, datatype);
    int error = api_explain_receive(function, buffer, count, datatype, source, tag, comm);
    if (error == MPI_SUCCESS)
        *message = message_of(comm_of(comm), MESSAGE_RECEIVE, buffer, count, datatype, source, tag);
    return error;
}

void message_complete_empty(const struct message *message, struct p2p_request *request)
{
    request->kind = message->mode == MESSAGE_RECEIVE ? P2P_RECEIVE : P2P_SEND;
    request->done = true;
    request->comm = message->comm;
    request->source = MPI_PROC_NULL;
    request->tag = MPI_ANY_TAG;
    request->bytes = request->arrived = 0;
    request->error = MPI_SUCCESS;
}

void *message_detach(struct message *message)
{
    if (message->bytes == 0 || message->peer == MPI_PROC_NULL)
        return NULL;
    void *copy = p2p_allocate(message->bytes, "MPI: no memory for a copy of a message");
    type_pack(copy, message->buffer, message->count, message->datatype);
    message->buffer = copy;
    message->packed = false;
    return copy;
}

int message_start(struct message *message, const char *function, struct p2p_request *request)
{
    void *bytes = message->buffer;
    if (message->peer == MPI_PROC_NULL) {
        message_complete_empty(message, request);
        return MPI_SUCCESS;
    }
    if (message->mode == MESSAGE_BUFFERED) {
        message_complete_empty(message, request);
        return buffer_send(message, function);
    }
    if (message->packed)
        bytes = message->copy = p2p_allocate(message->bytes, "MPI: no memory for the packed form of a message");
    if (message->mode == MESSAGE_RECEIVE) {
        if (message->matched != NULL)
            p2p_receive_matched(request, message->comm, bytes, message->bytes, message->matched);
        else
            p2p_receive_start(request, message->comm, P2P_USER, bytes, message->bytes, message->peer, message->tag);
        return MPI_SUCCESS;
    }
    if (message->packed)
        type_pack(bytes, message->buffer, message->count, message->datatype);
    p2p_send_start(request, message->mode == MESSAGE_SYNCHRONOUS ? P2P_SYNCHRONOUS_SEND : P2P_SEND, message->comm, P2P_USER,
                   bytes, message->bytes, message->peer, message->tag);
    return MPI_SUCCESS;
}

void message_settle(struct message *message, const struct p2p_request *request)
{
    if (message->copy == NULL)
        return;
    if (request->kind == P2P_RECEIVE)
        type_unpack(message->buffer, message->count, message->datatype, message->copy,
                    request->arrived < request->bytes ? request->arrived : request->bytes);
    p2p_free(message->copy);
    message->copy = NULL;
}

int message_finish(struct message *message, const struct p2p_request *request, const char *function, MPI_Status *status)
{
    message_settle(message, request);
    return request_outcome(function, request, status);
}

int message_send(struct message *message, const char *function)
{
    struct p2p_request request;
    int error = message_start(message, function, &request);
    if (error == MPI_SUCCESS)
        p2p_wait(&request);
    message_settle(message, &request);
    return error;
}

int message_receive(struct message *message, const char *function, MPI_Status *status)
{
    struct p2p_request request;
    if (message->packed || message->matched != NULL || message->peer == MPI_PROC_NULL) {
        message_start(message, function, &request);
        p2p_wait(&request);
    } else {
        p2p_receive(&request, message->comm, P2P_USER, message->buffer, message->bytes, message->peer, message->tag);
        request.kind = P2P_RECEIVE;
    }
    return message_finish(message, &request, function, status);
}
