// Wrong arguments of non-blocking collectives: no request is made.
#include "coll_rows.h"

static MPI_Request request = MPI_REQUEST_NULL;

#define COLLECTIVE(name, ...)                              \
    static int name(const struct arguments *a)             \
    {                                                      \
        return MPI_##name(__VA_ARGS__, a->comm, &request); \
    }
#define OUT a->send, a->send_count, a->send_type
#define IN a->receive, a->receive_count, a->receive_type
#define REDUCED a->send, a->receive, a->send_count, a->send_type, a->op

COLLECTIVE(Ibcast, OUT, a->root)
COLLECTIVE(Igather, OUT, IN, a->root)
COLLECTIVE(Iscatter, OUT, IN, a->root)
COLLECTIVE(Iallgather, OUT, IN)
COLLECTIVE(Ialltoall, OUT, IN)
COLLECTIVE(Ireduce, REDUCED, a->root)
COLLECTIVE(Iallreduce, REDUCED)
COLLECTIVE(Iscan, REDUCED)

static int Ibarrier(const struct arguments *a)
{
    return MPI_Ibarrier(a->comm, &request);
}

static const struct collective collectives[] = {
    {"MPI_Ibarrier", Ibarrier, 0},
    {"MPI_Ibcast", Ibcast, COUNT | SEND | SEND_BUFFER | ROOT},
    {"MPI_Igather", Igather, BOTH | ROOT},
    {"MPI_Iscatter", Iscatter, BOTH | ROOT},
    {"MPI_Iallgather", Iallgather, BOTH},
    {"MPI_Ialltoall", Ialltoall, BOTH},
    {"MPI_Ireduce", Ireduce, REDUCES | ROOT},
    {"MPI_Iallreduce", Iallreduce, REDUCES},
    {"MPI_Iscan", Iscan, REDUCES},
};

static void rows_without_request(void)
{
    double value = 0, sum = 0;
    ROW(MPI_ERR_ARG, MPI_Ibarrier(MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Ibcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Ireduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, NULL));
    ROW(MPI_ERR_ARG, MPI_Iallreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, NULL));
    CHECK(value == 0 && sum == 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    for (size_t i = 0; i < LENGTH(collectives); i++)
        wrong_collectives(&collectives[i]);
    rows_without_request();
    CHECK(request == MPI_REQUEST_NULL);
    return collectives_end();
}
