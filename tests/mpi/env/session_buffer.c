// Buffers of sessions: a buffered send takes the buffer of its communicator, else that of the session from which the communicator comes,
// else that of the process. Each rank sends to itself, and receives at the end.
#include "../check.h"

enum { BYTES = 60000, ROOM = BYTES + MPI_BSEND_OVERHEAD };

static unsigned char data[BYTES], got[BYTES], of_process[ROOM], of_first[2 * ROOM], of_second[ROOM], of_comm[ROOM];

static MPI_Comm comm_from(MPI_Session session, const char *name)
{
    MPI_Group group;
    MPI_Comm comm;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    return comm;
}

static int fits(MPI_Comm comm)
{
    int error = MPI_Bsend(data, BYTES, MPI_BYTE, rank, 0, comm);
    CHECK(error == MPI_SUCCESS || class_of(error) == MPI_ERR_BUFFER);
    return error == MPI_SUCCESS;
}

static void receive(MPI_Comm comm)
{
    memset(got, 0, BYTES);
    MPI_Recv(got, BYTES, MPI_BYTE, rank, 0, comm, MPI_STATUS_IGNORE);
    CHECK(filled(got, BYTES, 3));
}

static void errors(MPI_Session session)
{
    void *back = data;
    int bytes = -7;
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK(class_of(MPI_Session_attach_buffer(MPI_SESSION_NULL, of_comm, 100)) == MPI_ERR_SESSION);
    CHECK(class_of(MPI_Session_attach_buffer(session, of_comm, -1)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Session_attach_buffer(session, NULL, 100)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Session_detach_buffer(session, &back, &bytes)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Session_flush_buffer(session)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Session_iflush_buffer(session, &request)) == MPI_ERR_BUFFER);
    CHECK(MPI_Session_attach_buffer(session, of_comm, sizeof of_comm) == MPI_SUCCESS);
    CHECK(class_of(MPI_Session_attach_buffer(session, of_comm, sizeof of_comm)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Session_detach_buffer(session, &back, NULL)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Session_iflush_buffer(session, NULL)) == MPI_ERR_ARG);
    CHECK(back == data && bytes == -7 && request == MPI_REQUEST_NULL);
    CHECK(MPI_Session_detach_buffer(session, &back, &bytes) == MPI_SUCCESS && back == of_comm && bytes == (int)sizeof of_comm);
}

int main(int argc, char **argv)
{
    MPI_Session first, second;
    MPI_Request request;
    void *back;
    int bytes, flag;
    MPI_Count large;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &first);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &second);
    errors(first);
    fill(data, BYTES, 3);
    MPI_Comm one = comm_from(first, "one"), two = comm_from(second, "two"), copy, half;
    MPI_Comm_dup(one, &copy);
    MPI_Comm_split(one, rank % 2, rank, &half);
    int in_half;
    MPI_Comm_rank(half, &in_half);
    MPI_Buffer_attach(of_process, sizeof of_process);
    CHECK(MPI_Session_attach_buffer(first, of_first, sizeof of_first) == MPI_SUCCESS);
    CHECK(MPI_Session_attach_buffer_c(second, of_second, sizeof of_second) == MPI_SUCCESS);
    CHECK(MPI_Comm_attach_buffer(copy, of_comm, sizeof of_comm) == MPI_SUCCESS);
    CHECK(fits(copy) && !fits(copy) && fits(one) && MPI_Bsend(data, BYTES, MPI_BYTE, in_half, 0, half) == MPI_SUCCESS && !fits(one));
    CHECK(fits(two) && !fits(two) && fits(MPI_COMM_WORLD) && !fits(MPI_COMM_WORLD));
    MPI_Session_iflush_buffer(first, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    receive(one);
    MPI_Recv(got, BYTES, MPI_BYTE, in_half, 0, half, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(MPI_Session_flush_buffer(first) == MPI_SUCCESS && !fits(two));
    CHECK(MPI_Session_detach_buffer(first, &back, &bytes) == MPI_SUCCESS && back == of_first && bytes == (int)sizeof of_first);
    receive(two);
    CHECK(MPI_Session_detach_buffer_c(second, &back, &large) == MPI_SUCCESS && back == of_second && large == sizeof of_second);
    // Without a buffer of the session, that of the process.
    CHECK(!fits(one));
    receive(MPI_COMM_WORLD);
    receive(copy);
    MPI_Buffer_detach(&back, &bytes);
    CHECK(back == of_process && !fits(one));
    // The end of a session detaches its buffer when the messages are sent.
    CHECK(MPI_Session_attach_buffer(second, MPI_BUFFER_AUTOMATIC, 0) == MPI_SUCCESS && fits(two) && fits(two));
    CHECK(MPI_Session_detach_buffer(first, &back, &bytes) != MPI_SUCCESS);
    receive(two);
    receive(two);
    MPI_Comm_free(&two);
    MPI_Comm_free(&one);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    CHECK(MPI_Session_attach_buffer(first, of_first, sizeof of_first) == MPI_SUCCESS);
    MPI_Session_finalize(&first);
    MPI_Session_finalize(&second);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &first);
    CHECK(class_of(MPI_Session_flush_buffer(first)) == MPI_ERR_BUFFER);
    MPI_Session_finalize(&first);
    return end();
}
