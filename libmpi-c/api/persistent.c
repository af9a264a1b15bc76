// Persistent requests of messages (MPI 5.0 §3.9).
#include "api/message.h"

static int message_persist(const struct message *message, const char *function, MPI_Request *request)
{
    if (request == NULL)
        return api_explain_pointer(function, message->comm, "request");
    struct composite *composite = message_request(message);
    composite->persistent = true;
    *request = request_handle(&composite->p2p);
    return MPI_SUCCESS;
}

static int message_send_init(const char *function, enum message_mode mode, const void *buf, int count, MPI_Datatype datatype,
                             int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct message message;
    api_enter(function);
    int error = message_to(&message, function, mode, buf, count, datatype, dest, tag, comm);
    return error == MPI_SUCCESS ? message_persist(&message, function, request) : error;
}

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    return message_send_init("MPI_Send_init", MESSAGE_STANDARD, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Send_init)

int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request)
{
    return message_send_init("MPI_Bsend_init", MESSAGE_BUFFERED, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Bsend_init)

int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request)
{
    return message_send_init("MPI_Ssend_init", MESSAGE_SYNCHRONOUS, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Ssend_init)

int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request)
{
    return message_send_init("MPI_Rsend_init", MESSAGE_STANDARD, buf, count, datatype, dest, tag, comm, request);
}
API_WEAK(Rsend_init)

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct message message;
    api_enter("MPI_Recv_init");
    int error = message_from(&message, "MPI_Recv_init", buf, count, datatype, source, tag, comm);
    return error == MPI_SUCCESS ? message_persist(&message, "MPI_Recv_init", request) : error;
}
API_WEAK(Recv_init)
