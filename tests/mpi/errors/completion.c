// Wrong arguments of calls on requests and statuses: starting, waiting, testing, cancelling, freeing, counting.
#include "message_rows.h"

static MPI_Request none = MPI_REQUEST_NULL, gone, sleeping, active;

// Makes the handle of a request that has been completed or freed.
static void make_requests(void)
{
    MPI_Send_init(word, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &sleeping);
    gone = sleeping;
    MPI_Request_free(&sleeping);
#ifdef MPICH_VERSION
    gone = (MPI_Request)0;  // MPICH does not notice the freed handle
#endif
    MPI_Irecv(&word[1], 1, MPI_INT, (rank + size - 1) % size, 77, MPI_COMM_WORLD, &active);
}

static void rows_of_one(void)
{
    int flag = -7;
    MPI_Status status;
    ROW(MPI_ERR_REQUEST, MPI_Wait(&gone, &status));
    ROW(MPI_ERR_REQUEST, MPI_Test(&gone, &flag, &status));
    ROW(MPI_ERR_REQUEST, MPI_Request_get_status(gone, &flag, &status));
    ROW(MPI_ERR_REQUEST, MPI_Cancel(&gone));
    ROW(MPI_ERR_REQUEST, MPI_Request_free(&gone));
    ROW(MPI_ERR_REQUEST, MPI_Start(&gone));
    ROW(MPI_ERR_REQUEST, MPI_Cancel(&none));
    ROW(MPI_ERR_REQUEST, MPI_Request_free(&none));
    ROW(MPI_ERR_REQUEST, MPI_Start(&none));
    ROW(MPI_ERR_REQUEST, MPI_Start(&active));
    CHECK(flag == -7);
    ROW(MPI_ERR_ARG, MPI_Wait(NULL, &status));
    ROW(MPI_ERR_ARG, MPI_Test(NULL, &flag, &status));
    ROW(MPI_ERR_ARG, MPI_Test(&active, NULL, &status));
    ROW(MPI_ERR_ARG, MPI_Request_get_status(active, NULL, &status));
    ROW(MPI_ERR_ARG, MPI_Cancel(NULL));
    ROW(MPI_ERR_ARG, MPI_Request_free(NULL));
    ROW(MPI_ERR_ARG, MPI_Start(NULL));
}

static void rows_of_several(void)
{
    MPI_Request two[2] = {active, gone};
    MPI_Status statuses[2];
    int index = -7, flag = -7, indices[2] = {-7, -7}, count = -7;
    ROW(MPI_ERR_COUNT, MPI_Waitall(-1, two, statuses));
    ROW(MPI_ERR_COUNT, MPI_Testall(-1, two, &flag, statuses));
    ROW(MPI_ERR_COUNT, MPI_Waitany(-1, two, &index, statuses));
    ROW(MPI_ERR_COUNT, MPI_Testany(-1, two, &index, &flag, statuses));
    ROW(MPI_ERR_COUNT, MPI_Waitsome(-1, two, &count, indices, statuses));
    ROW(MPI_ERR_COUNT, MPI_Testsome(-1, two, &count, indices, statuses));
    ROW(MPI_ERR_COUNT, MPI_Startall(-1, two));
    ROW(MPI_ERR_ARG, MPI_Waitall(1, NULL, statuses));
    ROW(MPI_ERR_ARG, MPI_Testall(1, NULL, &flag, statuses));
    ROW(MPI_ERR_ARG, MPI_Testall(1, two, NULL, statuses));
    ROW(MPI_ERR_ARG, MPI_Waitany(1, NULL, &index, statuses));
    ROW(MPI_ERR_ARG, MPI_Waitany(1, two, NULL, statuses));
    ROW(MPI_ERR_ARG, MPI_Testany(1, NULL, &index, &flag, statuses));
    ROW(MPI_ERR_ARG, MPI_Testany(1, two, NULL, &flag, statuses));
    ROW(MPI_ERR_ARG, MPI_Testany(1, two, &index, NULL, statuses));
    ROW(MPI_ERR_ARG, MPI_Waitsome(1, NULL, &count, indices, statuses));
    ROW(MPI_ERR_ARG, MPI_Waitsome(1, two, NULL, indices, statuses));
    ROW(MPI_ERR_ARG, MPI_Waitsome(1, two, &count, NULL, statuses));
    ROW(MPI_ERR_ARG, MPI_Testsome(1, NULL, &count, indices, statuses));
    ROW(MPI_ERR_ARG, MPI_Testsome(1, two, NULL, indices, statuses));
    ROW(MPI_ERR_ARG, MPI_Testsome(1, two, &count, NULL, statuses));
    ROW(MPI_ERR_ARG, MPI_Startall(1, NULL));
    ROW(MPI_ERR_REQUEST, MPI_Waitall(2, two, statuses));
    ROW(MPI_ERR_REQUEST, MPI_Testall(2, two, &flag, statuses));
    ROW(MPI_ERR_REQUEST, MPI_Waitany(2, two, &index, statuses));
    ROW(MPI_ERR_REQUEST, MPI_Testany(2, two, &index, &flag, statuses));
    ROW(MPI_ERR_REQUEST, MPI_Waitsome(2, two, &count, indices, statuses));
    ROW(MPI_ERR_REQUEST, MPI_Testsome(2, two, &count, indices, statuses));
    ROW(MPI_ERR_REQUEST, MPI_Startall(2, two));
    CHECK(index == -7 && flag == -7 && count == -7 && indices[0] == -7 && two[0] == active && two[1] == gone);
}

static void rows_of_statuses(void)
{
    MPI_Status status;
    int count = -7, flag = -7;
    MPI_Recv(word, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    ROW(MPI_ERR_TYPE, MPI_Get_count(&status, MPI_DATATYPE_NULL, &count));
    ROW(MPI_ERR_TYPE, MPI_Get_elements(&status, MPI_DATATYPE_NULL, &count));
    ROW(MPI_ERR_TYPE, MPI_Get_count(&status, freed_type(), &count));
    ROW(MPI_ERR_TYPE, MPI_Get_elements(&status, freed_type(), &count));
    ROW(MPI_ERR_ARG, MPI_Get_count(&status, MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Get_elements(&status, MPI_INT, NULL));
    ROW(MPI_ERR_ARG, MPI_Test_cancelled(&status, NULL));
    ROW(MPI_ERR_ARG, MPI_Get_count(NULL, MPI_INT, &count));
    ROW(MPI_ERR_ARG, MPI_Get_elements(NULL, MPI_INT, &count));
    ROW(MPI_ERR_ARG, MPI_Test_cancelled(NULL, &flag));
    CHECK(count == -7 && flag == -7);
}

// One of two messages is too long. The other one is received nevertheless.
static void truncated_among_others(void)
{
    int right = -1, small = -1, long_one[2] = {5, 6}, other = 7;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    MPI_Irecv(&small, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&right, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(long_one, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&other, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &requests[3]);
    ROW(MPI_ERR_IN_STATUS, MPI_Waitall(4, requests, statuses));
    CHECK(class_of(statuses[0].MPI_ERROR) == MPI_ERR_TRUNCATE && requests[0] == MPI_REQUEST_NULL);
    for (int i = 1; i < 4; i++) {
        int is_pending = statuses[i].MPI_ERROR == MPI_ERR_PENDING;
        CHECK(is_pending || (statuses[i].MPI_ERROR == MPI_SUCCESS && requests[i] == MPI_REQUEST_NULL));
    }
    CHECK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS && right == 7);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    make_requests();
    rows_of_one();
    rows_of_several();
    rows_of_statuses();
    truncated_among_others();
    // The receive is still posted.
    int token = 2;
    CHECK(MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 77, MPI_COMM_WORLD) == MPI_SUCCESS);
    CHECK(MPI_Wait(&active, MPI_STATUS_IGNORE) == MPI_SUCCESS && active == MPI_REQUEST_NULL);
    no_messages();
    return rows_end();
}
