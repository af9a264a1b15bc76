// Wrong arguments of blocking sends and receives: every call with every kind of wrong argument.
#include "message_rows.h"

typedef int send_call(const void *, int, MPI_Datatype, int, int, MPI_Comm);

static const struct {
    const char *name;
    send_call *call;
} sends[] = {{"MPI_Send", MPI_Send}, {"MPI_Ssend", MPI_Ssend}, {"MPI_Rsend", MPI_Rsend}, {"MPI_Bsend", MPI_Bsend}};

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    struct wrong rows[WRONG];
    static char space[1000 + MPI_BSEND_OVERHEAD];
    char *at;
    MPI_Status status;
    int bytes, right[4], count = wrong_messages(rows, 1);
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < count; i++) {
        const struct wrong *w = &rows[i];
        for (size_t s = 0; s < LENGTH(sends); s++)
            row(sends[s].name, w->class, sends[s].call(w->buffer, w->count, w->type, w->peer, w->tag, w->comm), i);
        row("MPI_Sendrecv, send", w->class,
            MPI_Sendrecv(w->buffer, w->count, w->type, w->peer, w->tag, right, 1, MPI_INT, 0, 0, w->comm, &status), i);
        row("MPI_Sendrecv_replace, send", w->class,
            MPI_Sendrecv_replace(w->buffer, w->count, w->type, w->peer, w->tag, 0, 0, w->comm, &status), i);
    }
    no_messages();
    count = wrong_messages(rows, 0);
    for (int i = 0; i < count; i++) {
        const struct wrong *w = &rows[i];
        status = (MPI_Status){.MPI_SOURCE = -77, .MPI_TAG = -78};
        row("MPI_Recv", w->class, MPI_Recv(w->buffer, w->count, w->type, w->peer, w->tag, w->comm, &status), i);
        row("MPI_Sendrecv, receive", w->class,
            MPI_Sendrecv(right, 1, MPI_INT, 0, 0, w->buffer, w->count, w->type, w->peer, w->tag, w->comm, &status), i);
        row("MPI_Sendrecv_replace, receive", w->class,
            MPI_Sendrecv_replace(w->buffer, w->count, w->type, 0, 0, w->peer, w->tag, w->comm, &status), i);
        CHECK(status.MPI_SOURCE == -77 && status.MPI_TAG == -78);
    }
    no_messages();
    MPI_Buffer_detach(&at, &bytes);
    CHECK(at == space);
    return rows_end();
}
