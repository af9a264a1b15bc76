// Wrong arguments of collectives: every call with every kind of wrong argument.
#include "coll_rows.h"

#define COLLECTIVE(name, ...)                     \
    static int name(const struct arguments *a)    \
    {                                             \
        return MPI_##name(__VA_ARGS__, a->comm);  \
    }
#define OUT a->send, a->send_count, a->send_type
#define IN a->receive, a->receive_count, a->receive_type
#define OUT_EACH a->send, each(a->send_count), zeros, a->send_type
#define IN_EACH a->receive, each(a->receive_count), zeros, a->receive_type
#define REDUCED a->send, a->receive, a->send_count, a->send_type, a->op

COLLECTIVE(Bcast, OUT, a->root)
COLLECTIVE(Gather, OUT, IN, a->root)
COLLECTIVE(Gatherv, OUT, IN_EACH, a->root)
COLLECTIVE(Scatter, OUT, IN, a->root)
COLLECTIVE(Scatterv, OUT_EACH, IN, a->root)
COLLECTIVE(Allgather, OUT, IN)
COLLECTIVE(Allgatherv, OUT, IN_EACH)
COLLECTIVE(Alltoall, OUT, IN)
COLLECTIVE(Alltoallv, OUT_EACH, IN_EACH)
COLLECTIVE(Alltoallw, a->send, each(a->send_count), zeros, each_type(a->send_type), a->receive, each(a->receive_count), zeros,
           each_type(a->receive_type))
COLLECTIVE(Reduce, REDUCED, a->root)
COLLECTIVE(Allreduce, REDUCED)
COLLECTIVE(Scan, REDUCED)
COLLECTIVE(Exscan, REDUCED)
COLLECTIVE(Reduce_scatter_block, REDUCED)
COLLECTIVE(Reduce_scatter, a->send, a->receive, each(a->send_count), a->send_type, a->op)

static int Barrier(const struct arguments *a)
{
    return MPI_Barrier(a->comm);
}

static const struct collective collectives[] = {
    {"MPI_Barrier", Barrier, 0},
    {"MPI_Bcast", Bcast, COUNT | SEND | SEND_BUFFER | ROOT},
    {"MPI_Gather", Gather, BOTH | ROOT | ALIAS_TOO},
    {"MPI_Gatherv", Gatherv, BOTH | ROOT},
    {"MPI_Scatter", Scatter, BOTH | ROOT | ALIAS_TOO},
    {"MPI_Scatterv", Scatterv, BOTH | ROOT},
    {"MPI_Allgather", Allgather, BOTH | ALIAS_TOO},
    {"MPI_Allgatherv", Allgatherv, BOTH},
    {"MPI_Alltoall", Alltoall, BOTH | ALIAS},
    {"MPI_Alltoallv", Alltoallv, BOTH | ALIAS_TOO},
    {"MPI_Alltoallw", Alltoallw, BOTH | ALIAS_TOO},
    {"MPI_Reduce", Reduce, REDUCES | ROOT},
    {"MPI_Allreduce", Allreduce, REDUCES},
    {"MPI_Scan", Scan, REDUCES},
    {"MPI_Exscan", Exscan, REDUCES},
    {"MPI_Reduce_scatter_block", Reduce_scatter_block, PARTS},
    {"MPI_Reduce_scatter", Reduce_scatter, PARTS},
};

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    for (size_t i = 0; i < LENGTH(collectives); i++)
        wrong_collectives(&collectives[i]);
    return collectives_end();
}
