// Rows of wrong arguments of a message, for every call that sends or receives one.
#ifndef MESSAGE_ROWS_H
#define MESSAGE_ROWS_H

#include "rows.h"

#include <limits.h>

static int word[4] = {1, 2, 3, 4};

struct wrong {
    int class;
    void *buffer;
    int count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};

enum { WRONG = 18 };

// Makes the rows. A receive may have wildcards, a send may not.
static inline int wrong_messages(struct wrong rows[WRONG], int is_send)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    const struct wrong all[] = {
        {MPI_ERR_BUFFER, NULL, 1, MPI_INT, 0, 0, world},
        {MPI_ERR_COUNT, word, -1, MPI_INT, 0, 0, world},
        {MPI_ERR_COUNT, word, -1, MPI_INT, MPI_PROC_NULL, 0, world},
        {MPI_ERR_TYPE, word, 1, MPI_DATATYPE_NULL, 0, 0, world},
        {MPI_ERR_TYPE, word, 1, loose_type(), 0, 0, world},
        {MPI_ERR_TYPE, word, 1, freed_type(), 0, 0, world},
        {MPI_ERR_TAG, word, 1, MPI_INT, 0, -5, world},
        {MPI_ERR_TAG, word, 0, MPI_INT, 0, -5, world},
        {MPI_ERR_RANK, word, 1, MPI_INT, size, 0, world},
        {MPI_ERR_RANK, word, 1, MPI_INT, -9, 0, world},
        {MPI_ERR_RANK, word, 1, MPI_INT, 1, 0, MPI_COMM_SELF},
        {MPI_ERR_RANK, word, 1, MPI_INT, MPI_ROOT, 0, world},
        {MPI_ERR_COMM, word, 1, MPI_INT, 0, 0, MPI_COMM_NULL},
        {MPI_ERR_COMM, word, 1, MPI_INT, 0, 0, freed_comm()},
        {MPI_ERR_TAG, word, 1, MPI_INT, 0, MPI_ANY_TAG, world},
        {MPI_ERR_RANK, word, 1, MPI_INT, MPI_ANY_SOURCE, 0, world},
    };
    int count = LENGTH(all) - (is_send ? 0 : 2), *bound, flag;
    memcpy(rows, all, count * sizeof *rows);
    MPI_Comm_get_attr(world, MPI_TAG_UB, &bound, &flag);
    if (*bound < INT_MAX)
        rows[count++] = (struct wrong){MPI_ERR_TAG, word, 1, MPI_INT, 0, *bound + 1, world};
    return count;
}

// Checks that nothing was sent and nothing was received.
static inline void no_messages(void)
{
    int flag;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag && word[0] == 1 && word[1] == 2 && word[2] == 3 && word[3] == 4);
    MPI_Barrier(MPI_COMM_WORLD);
}

#endif
