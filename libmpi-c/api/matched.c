// Matched probes and matched receives (MPI 5.0 §3.8.2, §3.8.3).
#include "api/communicator.h"
#include "api/message.h"

// The object behind a message handle.
struct message_matched {
    struct p2p_object object;
    const struct p2p_comm *comm;
    struct p2p_unexpected *message;
};

static struct p2p_object_pool message_matched_pool = {P2P_OBJECT_MESSAGE, sizeof(struct message_matched), NULL};

static MPI_Message message_matched_new(const struct p2p_comm *comm, struct p2p_unexpected *unexpected)
{
    struct message_matched *matched = p2p_object_new(&message_matched_pool);
    matched->comm = comm;
    matched->message = unexpected;
    comm_retain(comm);
    return (MPI_Message)matched;
}

// MPI_Mprobe and MPI_Improbe. Sets `*flag` if there is a message, or if `source` is MPI_PROC_NULL.
static int message_probe_message(const char *function, bool waits, int source, int tag, MPI_Comm comm, MPI_Message *message,
                                 int *flag, MPI_Status *status)
{
    const struct p2p_comm *known = comm_of(comm);
    if (message == NULL || flag == NULL)
        return api_explain_pointer(function, known, message == NULL ? "message" : "flag");
    int error = api_explain_receive(function, NULL, 0, MPI_BYTE, source, tag, comm);
    if (error != MPI_SUCCESS)
        return error;
    *flag = 1;
    if (source == MPI_PROC_NULL) {
        *message = MPI_MESSAGE_NO_PROC;
        status_set_proc_null(status);
        return MPI_SUCCESS;
    }
    struct p2p_envelope envelope;
    struct p2p_unexpected *unexpected =
        waits ? p2p_mprobe(known, source, tag, &envelope) : p2p_improbe(known, source, tag, &envelope);
    *flag = unexpected != NULL;
    if (unexpected != NULL) {
        *message = message_matched_new(known, unexpected);
        status_set(status, envelope.source, envelope.tag, envelope.bytes);
    }
    return MPI_SUCCESS;
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    api_enter("MPI_Mprobe");
    int flag;
    return message_probe_message("MPI_Mprobe", true, source, tag, comm, message, &flag, status);
}
API_WEAK(Mprobe)

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    api_enter("MPI_Improbe");
    return message_probe_message("MPI_Improbe", false, source, tag, comm, message, flag, status);
}
API_WEAK(Improbe)

// Makes the receive of the message `*handle` and sets the handle to MPI_MESSAGE_NULL. Returns MPI_SUCCESS, or reports the wrong
// argument, leaves the handle as it is and returns the class.
static int message_matched(struct message *message, const char *function, void *buf, int count, MPI_Datatype datatype,
                           MPI_Message *handle)
{
    if (handle == NULL)
        return api_explain_pointer(function, NULL, "message");
    bool is_nothing = *handle == MPI_MESSAGE_NO_PROC;
    struct message_matched *matched = p2p_object_of(*handle, P2P_OBJECT_MESSAGE);
    if (matched == NULL && !is_nothing)
        return api_error(NULL, MPI_ERR_REQUEST, "%s: invalid message %p%s", function, (void *)*handle,
                         *handle == MPI_MESSAGE_NULL ? " (MPI_MESSAGE_NULL: has it been received already?)" : "");
    const struct p2p_comm *comm = is_nothing ? &p2p_self : matched->comm;
    if (api_bad_elements(buf, count, datatype))
        return api_explain_buffer(function, comm, buf, count, datatype);
    *message = message_of(comm, MESSAGE_RECEIVE, buf, count, datatype, is_nothing ? MPI_PROC_NULL : MPI_ANY_SOURCE, MPI_ANY_TAG);
    *handle = MPI_MESSAGE_NULL;
    if (is_nothing)
        return MPI_SUCCESS;
    message->matched = matched->message;
    p2p_object_free(&message_matched_pool, matched);
    return MPI_SUCCESS;
}

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    api_enter("MPI_Mrecv");
    struct message receive;
    int error = message_matched(&receive, "MPI_Mrecv", buf, count, datatype, message);
    if (error != MPI_SUCCESS)
        return error;
    error = message_receive(&receive, "MPI_Mrecv", status);
    if (receive.matched != NULL)
        comm_release(receive.comm);
    return error;
}
API_WEAK(Mrecv)

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    api_enter("MPI_Imrecv");
    struct message receive;
    if (request == NULL)
        return api_explain_pointer("MPI_Imrecv", NULL, "request");
    int error = message_matched(&receive, "MPI_Imrecv", buf, count, datatype, message);
    if (error != MPI_SUCCESS)
        return error;
    error = message_begin(&receive, "MPI_Imrecv", request);
    if (receive.matched != NULL)
        comm_release(receive.comm);
    return error;
}
API_WEAK(Imrecv)
