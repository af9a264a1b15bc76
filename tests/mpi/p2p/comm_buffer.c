// Buffers of communicators: a buffered send takes the buffer of its communicator, else that of the process. Flushing and detaching wait
// for the messages of one buffer, and freeing a communicator detaches its buffer.
#include "../check.h"

enum { BYTES = 60000, ROOM = BYTES + MPI_BSEND_OVERHEAD };

static unsigned char data[BYTES], space[ROOM], own[2 * ROOM];

static void send(MPI_Comm comm, int tag)
{
    fill(data, BYTES, tag);
    CHECK(MPI_Bsend(data, BYTES, MPI_BYTE, 1, tag, comm) == MPI_SUCCESS);
    memset(data, 0, BYTES);
}

static void receive(MPI_Comm comm, int tag)
{
    MPI_Recv(data, BYTES, MPI_BYTE, 0, tag, comm, MPI_STATUS_IGNORE);
    CHECK(filled(data, BYTES, tag));
}

static int is_full(MPI_Comm comm)
{
    return class_of(MPI_Bsend(data, BYTES, MPI_BYTE, 1, 0, comm)) == MPI_ERR_BUFFER;
}

// Rank 1 receives only what comes after rank 0 has sent it a word, so that the buffers are full until then.
static void word(int from)
{
    if (rank == from)
        MPI_Send(NULL, 0, MPI_BYTE, 1 - from, 99, MPI_COMM_WORLD);
    else if (rank == 1 - from)
        MPI_Recv(NULL, 0, MPI_BYTE, from, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void which_buffer(MPI_Comm comm)
{
    void *back;
    int bytes;
    if (rank == 0) {
        MPI_Buffer_attach(space, sizeof space);
        CHECK(MPI_Comm_attach_buffer(comm, own, sizeof own) == MPI_SUCCESS);
        send(comm, 1);
        send(MPI_COMM_WORLD, 2);
        send(comm, 3);
        CHECK(is_full(comm) && is_full(MPI_COMM_WORLD));
    }
    word(0);
    if (rank == 1) {
        receive(comm, 1);
        receive(comm, 3);
    }
    // The messages of `comm` are sent; the other one need not be.
    if (rank == 0) {
        CHECK(MPI_Comm_flush_buffer(comm) == MPI_SUCCESS);
        send(comm, 4);
        send(comm, 5);
        CHECK(is_full(MPI_COMM_WORLD));
    }
    word(0);
    if (rank == 1) {
        receive(comm, 4);
        receive(comm, 5);
    } else if (rank == 0) {
        CHECK(MPI_Comm_detach_buffer(comm, &back, &bytes) == MPI_SUCCESS && back == own && bytes == (int)sizeof own);
        CHECK(is_full(comm) && is_full(MPI_COMM_WORLD));
    }
    word(0);
    if (rank == 1) {
        receive(MPI_COMM_WORLD, 2);
    } else if (rank == 0) {
        CHECK(MPI_Buffer_flush() == MPI_SUCCESS);
        send(comm, 6);
        MPI_Buffer_detach(&back, &bytes);
        CHECK(back == space && bytes == (int)sizeof space);
    }
    if (rank == 1)
        receive(comm, 6);
}

// A flush that begins between two messages waits for the first one only, even if the second takes its place.
static void flushes(MPI_Comm comm)
{
    void *back;
    MPI_Count bytes;
    MPI_Request first, second, none;
    int flag;
    if (rank == 0) {
        CHECK(MPI_Comm_attach_buffer_c(comm, own, sizeof own) == MPI_SUCCESS);
        MPI_Comm_iflush_buffer(comm, &none);
        MPI_Wait(&none, MPI_STATUS_IGNORE);
        send(comm, 1);
        send(comm, 2);
        MPI_Comm_iflush_buffer(comm, &first);
        MPI_Comm_iflush_buffer(comm, &second);
        MPI_Test(&first, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag && is_full(comm));
    }
    word(0);
    if (rank == 1)
        receive(comm, 2);
    word(1);
    if (rank == 0) {
        while (MPI_Bsend(data, BYTES, MPI_BYTE, 1, 3, comm) != MPI_SUCCESS)
            ;
        MPI_Test(&first, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
    }
    word(0);
    if (rank == 1)
        receive(comm, 1);
    if (rank == 0) {
        MPI_Wait(&first, MPI_STATUS_IGNORE);
        MPI_Request_free(&second);
    }
    word(0);
    if (rank == 1)
        MPI_Recv(data, BYTES, MPI_BYTE, 0, 3, comm, MPI_STATUS_IGNORE);
    else if (rank == 0)
        CHECK(MPI_Comm_detach_buffer_c(comm, &back, &bytes) == MPI_SUCCESS && back == own && bytes == (int)sizeof own);
    // The same for the buffer of the process.
    if (rank == 0) {
        MPI_Buffer_attach(own, sizeof own);
        send(comm, 4);
        MPI_Buffer_iflush(&first);
    } else if (rank == 1) {
        receive(comm, 4);
    }
    if (rank == 0) {
        int unused;
        MPI_Wait(&first, MPI_STATUS_IGNORE);
        MPI_Buffer_detach(&back, &unused);
    }
}

// The library provides the room, as much as is needed.
static void automatic(MPI_Comm comm)
{
    void *back;
    int bytes = -1;
    if (rank == 0) {
        CHECK(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0) == MPI_SUCCESS);
        for (int tag = 0; tag < 5; tag++)
            send(comm, tag);
        CHECK(is_full(MPI_COMM_WORLD));
    }
    word(0);
    for (int tag = 4; rank == 1 && tag >= 0; tag--)
        receive(comm, tag);
    if (rank == 0) {
        CHECK(MPI_Comm_detach_buffer(comm, &back, &bytes) == MPI_SUCCESS);
        CHECK(back == MPI_BUFFER_AUTOMATIC && bytes == 0 && is_full(comm));
    }
}

// After MPI_Comm_free or MPI_Comm_disconnect the buffer is the program's again. Each rank sends to itself.
static void freed(int (*end_of)(MPI_Comm *comm))
{
    MPI_Comm comm;
    MPI_Request request;
    static unsigned char got[BYTES];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(MPI_Comm_attach_buffer(comm, space, sizeof space) == MPI_SUCCESS);
    fill(data, BYTES, 7);
    MPI_Irecv(got, BYTES, MPI_BYTE, rank, 7, comm, &request);
    CHECK(MPI_Bsend(data, BYTES, MPI_BYTE, rank, 7, comm) == MPI_SUCCESS);
    end_of(&comm);
    memset(space, 0, sizeof space);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(filled(got, BYTES, 7));
    // A new communicator has no buffer.
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(class_of(MPI_Bsend(data, BYTES, MPI_BYTE, rank, 7, comm)) == MPI_ERR_BUFFER);
    MPI_Comm_free(&comm);
}

static void errors(MPI_Comm comm)
{
    void *back = data;
    int bytes = -7;
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK(class_of(MPI_Comm_attach_buffer(MPI_COMM_NULL, space, 100)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Comm_attach_buffer(comm, space, -1)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Comm_attach_buffer(comm, NULL, 100)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Comm_attach_buffer_c(comm, space, (MPI_Count)1 << 40)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Comm_detach_buffer(comm, &back, &bytes)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Comm_flush_buffer(comm)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Comm_iflush_buffer(comm, &request)) == MPI_ERR_BUFFER);
    CHECK(MPI_Comm_attach_buffer(comm, space, sizeof space) == MPI_SUCCESS);
    CHECK(class_of(MPI_Comm_attach_buffer(comm, own, sizeof own)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Comm_detach_buffer(comm, NULL, &bytes)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Comm_detach_buffer(comm, &back, NULL)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Comm_iflush_buffer(comm, NULL)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Comm_flush_buffer(MPI_COMM_NULL)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Buffer_iflush(NULL)) == MPI_ERR_ARG);
    CHECK(back == data && bytes == -7 && request == MPI_REQUEST_NULL);
    CHECK(MPI_Comm_detach_buffer(comm, &back, &bytes) == MPI_SUCCESS && back == space && bytes == (int)sizeof space);
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    which_buffer(comm);
    flushes(comm);
    automatic(comm);
    freed(MPI_Comm_free);
    freed(MPI_Comm_disconnect);
    errors(comm);
    MPI_Comm_free(&comm);
    // MPI_Finalize sends what is left in a buffer of MPI_COMM_WORLD.
    MPI_Request request;
    CHECK(MPI_Comm_attach_buffer(MPI_COMM_WORLD, own, sizeof own) == MPI_SUCCESS);
    MPI_Irecv(data, 9, MPI_BYTE, rank, 8, MPI_COMM_WORLD, &request);
    CHECK(MPI_Bsend(space, 9, MPI_BYTE, rank, 8, MPI_COMM_WORLD) == MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return end();
}
