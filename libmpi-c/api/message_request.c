// Requests for messages that the layers below do not know as they are: of derived datatypes, and persistent ones.
#include "api/communicator.h"
#include "api/message.h"

static int api_message_kind_finish(struct api_composite *request, const char *function, MPI_Status *status)
{
    return api_message_finish(request->data, &request->p2p, function, status);
}

static void api_message_kind_start(struct api_composite *request)
{
    request->error = api_message_start(request->data, "MPI_Start", &request->p2p);
}

static void api_message_kind_cancel(struct api_composite *request)
{
    p2p_cancel(&request->p2p);
}

static void api_message_kind_free(struct api_composite *request)
{
    struct api_message *message = request->data;
    api_message_settle(message, &request->p2p);
    type_release(message->datatype);
    api_comm_release(message->comm);
}

static const struct api_composite_kind api_message_kind = {
    api_message_kind_finish, api_message_kind_start, api_message_kind_cancel, api_message_kind_free};

struct api_composite *api_message_request(const struct api_message *message)
{
    struct api_composite *request = api_composite_new(&api_message_kind, sizeof *message);
    *(struct api_message *)request->data = *message;
    type_retain(message->datatype);
    api_comm_retain(message->comm);
    request->p2p.done = true;
    request->active = false;
    return request;
}

int api_message_begin(const struct api_message *message, const char *function, MPI_Request *request)
{
    struct api_composite *composite = api_message_request(message);
    int error = api_message_start(composite->data, function, &composite->p2p);
    composite->active = true;
    if (error != MPI_SUCCESS)
        api_composite_free(composite);
    else
        *request = api_request_handle(&composite->p2p);
    return error;
}
