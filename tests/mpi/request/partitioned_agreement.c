// Pending partitioned requests beside the context agreements of new communicators: neither receives the other's messages.
#include "../check.h"

enum { PARTITIONS = 4, COUNT = 5, ROUNDS = 3 };

static int sent[PARTITIONS * COUNT], received[PARTITIONS * COUNT];

// Makes communicators of the two ranks. Partitions are posted for all tags that the agreements may use.
static void make_communicators(int round)
{
    MPI_Comm other, idup, part;
    MPI_Group group, two;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_idup(MPI_COMM_WORLD, &idup, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_incl(group, 2, (int[]){0, 1}, &two);
    for (int tag = 0; tag < PARTITIONS; tag++) {
        MPI_Comm_create_group(MPI_COMM_WORLD, two, tag, &part);
        int sum = 0, mine = rank + 1 + round;
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, part);
        CHECK(sum == 3 + 2 * round);
        MPI_Comm_free(&part);
    }
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, other);
    CHECK(sum == 1);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, idup);
    CHECK(sum == 1);
    MPI_Comm_free(&other);
    MPI_Comm_free(&idup);
    MPI_Group_free(&group);
    MPI_Group_free(&two);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int other = 1 - rank;
    MPI_Request requests[2];
    MPI_Psend_init(sent, PARTITIONS, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(received, PARTITIONS, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < ROUNDS; round++) {
        fill(sent, sizeof sent, round * 2 + rank);
        MPI_Startall(2, requests);
        make_communicators(round);
        for (int i = 0; i < PARTITIONS; i++) {
            MPI_Pready(i, requests[0]);
            if (i == 1)
                make_communicators(round);
        }
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(filled(received, sizeof received, round * 2 + other));
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    return end();
}
