// Tests MPI_Comm_dup: duplicates have the ranks and the error handler of the original, separate messages, and no name.
#include "../check.h"

static void apart(MPI_Comm one, MPI_Comm other)
{
    int next = (rank + 1) % size, before = (rank + size - 1) % size, values[] = {rank, rank + 100}, got = -1, flag = 1;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Isend(&values[0], 1, MPI_INT, next, 3, one, &requests[0]);
    MPI_Isend(&values[1], 1, MPI_INT, next, 3, other, &requests[1]);
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, &status);
    CHECK(got == before + 100 && status.MPI_SOURCE == before);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, other, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, one, &status);
    CHECK(got == before);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    // No rank sends again on these communicators before all ranks have probed.
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm one, other;
    MPI_Errhandler handler;
    char name[MPI_MAX_OBJECT_NAME] = "?";
    int result = -1, me = -1, ranks = -1, length = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_compare(MPI_COMM_WORLD, one, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(one, one, &result);
    CHECK(result == MPI_IDENT);
    MPI_Comm_rank(one, &me);
    MPI_Comm_size(one, &ranks);
    CHECK(me == rank && ranks == size);
    apart(MPI_COMM_WORLD, one);
    MPI_Comm_set_errhandler(one, MPI_ERRORS_RETURN);
    MPI_Comm_set_name(one, "one");
    MPI_Comm_dup_with_info(one, MPI_INFO_NULL, &other);
    MPI_Comm_get_errhandler(other, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    MPI_Comm_get_name(other, name, &length);
    CHECK(length == 0 && name[0] == '\0');
    apart(one, other);
    // The original is freed first.
    MPI_Comm_free(&one);
    CHECK(one == MPI_COMM_NULL);
    apart(MPI_COMM_WORLD, other);
    CHECK(class_of(MPI_Send(&me, 1, MPI_INT, size, 0, other)) == MPI_ERR_RANK);
    MPI_Comm_free(&other);
    MPI_Comm_dup(MPI_COMM_SELF, &one);
    MPI_Comm_size(one, &ranks);
    MPI_Comm_rank(one, &me);
    CHECK(ranks == 1 && me == 0);
    MPI_Comm_free(&one);
    return end();
}
