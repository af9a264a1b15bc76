// Composite requests for one message: of derived datatypes, and persistent.
#include "api/communicator.h"
#include "api/message.h"

static int message_kind_finish(struct composite *request, const char *function, MPI_Status *status)
{
    return message_finish(request->data, &request->p2p, function, status);
}

static void message_kind_start(struct composite *request)
{
    request->error = message_start(request->data, "MPI_Start", &request->p2p);
}

static void message_kind_cancel(struct composite *request)
{
    request_cancel(&request->p2p);
}

static void message_kind_free(struct composite *request)
{
    struct message *message = request->data;
    message_settle(message, &request->p2p);
    type_release(message->datatype);
    comm_release(message->comm);
}

static const struct composite_kind message_kind = {
    message_kind_finish, message_kind_start, message_kind_cancel, message_kind_free};

struct composite *message_request(const struct message *message)
{
    struct composite *request = composite_new(&message_kind, sizeof *message);
    *(struct message *)request->data = *message;
    type_retain(message->datatype);
    comm_retain(message->comm);
    request->p2p.done = true;
    request->active = false;
    return request;
}

int message_begin(const struct message *message, const char *function, MPI_Request *request)
{
    struct composite *composite = message_request(message);
    int error = message_start(composite->data, function, &composite->p2p);
    composite->active = true;
    if (error != MPI_SUCCESS)
        composite_free(composite);
    else
        *request = request_handle(&composite->p2p);
    return error;
}
