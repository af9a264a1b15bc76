// Wrong arguments of calls that make requests: non-blocking and persistent messages, probes.
#include "message_rows.h"

typedef int send_call(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static const struct {
    const char *name;
    send_call *call;
} sends[] = {
    {"MPI_Isend", MPI_Isend},
    {"MPI_Issend", MPI_Issend},
    {"MPI_Irsend", MPI_Irsend},
    {"MPI_Ibsend", MPI_Ibsend},
    {"MPI_Send_init", MPI_Send_init},
    {"MPI_Ssend_init", MPI_Ssend_init},
    {"MPI_Rsend_init", MPI_Rsend_init},
    {"MPI_Bsend_init", MPI_Bsend_init},
};

static void rows_of_probes(const struct wrong *w, int line)
{
    MPI_Status status = {.MPI_SOURCE = -77};
    MPI_Message message = MPI_MESSAGE_NULL;
    int flag = -7;
    row("MPI_Probe", w->class, MPI_Probe(w->peer, w->tag, w->comm, &status), line);
    row("MPI_Iprobe", w->class, MPI_Iprobe(w->peer, w->tag, w->comm, &flag, &status), line);
    row("MPI_Mprobe", w->class, MPI_Mprobe(w->peer, w->tag, w->comm, &message, &status), line);
    row("MPI_Improbe", w->class, MPI_Improbe(w->peer, w->tag, w->comm, &flag, &message, &status), line);
    CHECK(flag == -7 && message == MPI_MESSAGE_NULL && status.MPI_SOURCE == -77);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    struct wrong rows[WRONG];
    MPI_Request request = MPI_REQUEST_NULL;
    int flag, count = wrong_messages(rows, 1);
    for (int i = 0; i < count; i++) {
        const struct wrong *w = &rows[i];
        for (size_t s = 0; s < LENGTH(sends); s++)
            row(sends[s].name, w->class, sends[s].call(w->buffer, w->count, w->type, w->peer, w->tag, w->comm, &request), i);
        CHECK(request == MPI_REQUEST_NULL);
    }
    count = wrong_messages(rows, 0);
    for (int i = 0; i < count; i++) {
        const struct wrong *w = &rows[i];
        row("MPI_Irecv", w->class, MPI_Irecv(w->buffer, w->count, w->type, w->peer, w->tag, w->comm, &request), i);
        row("MPI_Recv_init", w->class, MPI_Recv_init(w->buffer, w->count, w->type, w->peer, w->tag, w->comm, &request), i);
        if (w->class == MPI_ERR_TAG || w->class == MPI_ERR_RANK || w->class == MPI_ERR_COMM)
            rows_of_probes(w, i);
        CHECK(request == MPI_REQUEST_NULL);
    }
    for (size_t s = 0; s < LENGTH(sends); s++)
        row(sends[s].name, MPI_ERR_ARG, sends[s].call(word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), 100);
    ROW(MPI_ERR_ARG, MPI_Irecv(word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Recv_init(word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Iprobe(0, 0, MPI_COMM_WORLD, NULL, MPI_STATUS_IGNORE));
    ROW(MPI_ERR_ARG, MPI_Mprobe(0, 0, MPI_COMM_WORLD, NULL, MPI_STATUS_IGNORE));
    ROW(MPI_ERR_ARG, MPI_Improbe(0, 0, MPI_COMM_WORLD, &flag, NULL, MPI_STATUS_IGNORE));
    no_messages();
    return rows_end();
}
