// Rows of wrong arguments of collectives, for every call that has such an argument. Every rank is the root, so every rank checks all arguments.
#ifndef COLL_ROWS_H
#define COLL_ROWS_H

#include "rows.h"

enum { SEND = 1, RECEIVE = 2, SEND_BUFFER = 4, RECEIVE_BUFFER = 8, OP = 16, ROOT = 32, ALIAS = 64, COUNT = 128 };
enum { BOTH = COUNT | SEND | RECEIVE | SEND_BUFFER | RECEIVE_BUFFER };
#ifdef MPICH_VERSION
enum { ALIAS_TOO = 0, PARTS = OP, REDUCES = SEND_BUFFER | RECEIVE_BUFFER | OP | ALIAS };  // MPICH does not notice the others
#else
enum { ALIAS_TOO = ALIAS, REDUCES = COUNT | SEND | SEND_BUFFER | RECEIVE_BUFFER | OP | ALIAS, PARTS = REDUCES };
#endif

struct arguments {
    void *send;
    int send_count;
    MPI_Datatype send_type;
    void *receive;
    int receive_count;
    MPI_Datatype receive_type;
    MPI_Op op;
    int root;
    MPI_Comm comm;
};

struct collective {
    const char *name;
    int (*call)(const struct arguments *);
    int has;
};

static double from[8], to[8];
static int zeros[8];

// A list with this value for each rank, for functions with one count for each rank.
static inline int *each(int value)
{
    static int lists[2][8];
    static int next;
    int *list = lists[next++ % 2];
    for (int i = 0; i < 8; i++)
        list[i] = value;
    return list;
}

static inline MPI_Datatype *each_type(MPI_Datatype type)
{
    static MPI_Datatype lists[2][8];
    static int next;
    MPI_Datatype *list = lists[next++ % 2];
    for (int i = 0; i < 8; i++)
        list[i] = type;
    return list;
}

static void first_user_op(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
}

static inline MPI_Op freed_op(void)
{
    MPI_Op op, handle;
    MPI_Op_create(first_user_op, 1, &op);
    handle = op;
    MPI_Op_free(&op);
#ifdef MPICH_VERSION
    handle = MPI_OP_NULL;  // MPICH does not notice the freed handle
#endif
    return handle;
}

static inline void wrong_collective(const struct collective *collective, int class, int needs, int line, struct arguments *wrong)
{
    if ((collective->has & needs) == needs)
        row(collective->name, class, collective->call(wrong), line);
}

#define WRONG(class, needs, ...)                                                                                           \
    do {                                                                                                                   \
        struct arguments w = {from, 1, MPI_DOUBLE, to, 1, MPI_DOUBLE, MPI_SUM, rank, MPI_COMM_WORLD};                      \
        __VA_ARGS__;                                                                                                       \
        wrong_collective(collective, class, needs, __LINE__, &w);                                                          \
    } while (0)

static inline void wrong_collectives(const struct collective *collective)
{
    WRONG(MPI_ERR_COMM, 0, w.comm = MPI_COMM_NULL);
    WRONG(MPI_ERR_COMM, 0, w.comm = freed_comm());
    WRONG(MPI_ERR_ROOT, ROOT, w.root = size);
    WRONG(MPI_ERR_ROOT, ROOT, w.root = -9);
    WRONG(MPI_ERR_ROOT, ROOT, w.root = MPI_ANY_SOURCE);
    WRONG(MPI_ERR_ROOT, ROOT, w.root = MPI_PROC_NULL);
    WRONG(MPI_ERR_ROOT, ROOT, w.root = MPI_ROOT);
    WRONG(MPI_ERR_COUNT, COUNT, w.send_count = -1);
    WRONG(MPI_ERR_COUNT, RECEIVE, w.receive_count = -1);
    WRONG(MPI_ERR_TYPE, SEND, w.send_type = MPI_DATATYPE_NULL);
    WRONG(MPI_ERR_TYPE, RECEIVE, w.receive_type = MPI_DATATYPE_NULL);
    WRONG(MPI_ERR_TYPE, SEND, w.send_type = loose_type());
    WRONG(MPI_ERR_TYPE, RECEIVE, w.receive_type = loose_type());
    WRONG(MPI_ERR_TYPE, SEND, w.send_type = freed_type());
    WRONG(MPI_ERR_TYPE, RECEIVE, w.receive_type = freed_type());
    WRONG(MPI_ERR_BUFFER, SEND_BUFFER, w.send = NULL);
    WRONG(MPI_ERR_BUFFER, RECEIVE_BUFFER, w.receive = NULL);
    WRONG(MPI_ERR_BUFFER, OP | RECEIVE_BUFFER, w.receive = MPI_IN_PLACE);
    WRONG(MPI_ERR_BUFFER, ALIAS, w.receive = w.send);
    WRONG(MPI_ERR_OP, OP, w.op = MPI_OP_NULL);
    WRONG(MPI_ERR_OP, OP, w.op = freed_op());
    WRONG(MPI_ERR_OP, OP, w.op = MPI_BAND);
    WRONG(MPI_ERR_OP, OP | COUNT, w.op = MPI_LXOR);
    WRONG(MPI_ERR_OP, OP | COUNT, w.op = MPI_MINLOC);
    WRONG(MPI_ERR_OP, OP | COUNT, w.send_type = MPI_DOUBLE_INT, w.op = MPI_MAX);
    WRONG(MPI_ERR_OP, OP | COUNT, w.send_type = MPI_BYTE);
}

static inline int collectives_end(void)
{
    for (int i = 0; i < 8; i++)
        CHECK(from[i] == 0 && to[i] == 0);
    return rows_end();
}

#endif
