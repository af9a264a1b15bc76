// Wrong arguments of calls that make communicators from others: duplicates, inter-communicators, splits by type; and of keys.
#include "rows.h"

static MPI_Comm made = MPI_COMM_NULL;
static MPI_Request request = MPI_REQUEST_NULL;

static void rows_of_duplicates(MPI_Comm gone)
{
    ROW(MPI_ERR_COMM, MPI_Comm_dup_with_info(MPI_COMM_NULL, MPI_INFO_NULL, &made));
    ROW(MPI_ERR_COMM, MPI_Comm_dup_with_info(gone, MPI_INFO_NULL, &made));
    ROW(MPI_ERR_ARG, MPI_Comm_dup_with_info(MPI_COMM_SELF, MPI_INFO_NULL, NULL));
    ROW(MPI_ERR_COMM, MPI_Comm_idup(MPI_COMM_NULL, &made, &request));
    ROW(MPI_ERR_COMM, MPI_Comm_idup(gone, &made, &request));
    ROW(MPI_ERR_ARG, MPI_Comm_idup(MPI_COMM_SELF, NULL, &request));
    ROW(MPI_ERR_ARG, MPI_Comm_idup(MPI_COMM_SELF, &made, NULL));
    ROW(MPI_ERR_COMM, MPI_Comm_split_type(MPI_COMM_NULL, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
    ROW(MPI_ERR_ARG, MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, NULL));
    CHECK(made == MPI_COMM_NULL && request == MPI_REQUEST_NULL);
}

static void rows_of_groups(void)
{
    int number = -7;
    MPI_Group group = MPI_GROUP_NULL;
    ROW(MPI_ERR_COMM, MPI_Intercomm_create(MPI_COMM_NULL, 0, MPI_COMM_WORLD, 0, 1, &made));
    ROW(MPI_ERR_RANK, MPI_Intercomm_create(MPI_COMM_SELF, 1, MPI_COMM_WORLD, 0, 1, &made));
    ROW(MPI_ERR_RANK, MPI_Intercomm_create(MPI_COMM_SELF, -1, MPI_COMM_WORLD, 0, 1, &made));
    ROW(MPI_ERR_RANK, MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, size, 1, &made));
    ROW(MPI_ERR_TAG, MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, -5, &made));
    // MPI_COMM_WORLD is no inter-communicator.
    OURS(MPI_ERR_COMM, MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &made));
    OURS(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_WORLD, &number));
    OURS(MPI_ERR_COMM, MPI_Comm_remote_group(MPI_COMM_WORLD, &group));
    ROW(MPI_ERR_COMM, MPI_Intercomm_merge(MPI_COMM_NULL, 0, &made));
    ROW(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_NULL, &number));
    ROW(MPI_ERR_COMM, MPI_Comm_test_inter(MPI_COMM_NULL, &number));
    ROW(MPI_ERR_ARG, MPI_Comm_test_inter(MPI_COMM_WORLD, NULL));
    CHECK(made == MPI_COMM_NULL && number == -7 && group == MPI_GROUP_NULL);
}

// Wrong arguments on an inter-communicator between the even ranks and the odd ranks.
static void rows_between_groups(void)
{
    MPI_Comm half, between;
    int others = size / 2 + (size % 2 && rank % 2), value = 0, got = -7;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    ROW(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, others, 0, between));
    ROW(MPI_ERR_RANK, MPI_Recv(&got, 1, MPI_INT, others, 0, between, MPI_STATUS_IGNORE));
    ROW(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, others, between));
    ROW(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, -7, between));
    ROW(MPI_ERR_COMM, MPI_Scan(&value, &got, 1, MPI_INT, MPI_SUM, between));
    ROW(MPI_ERR_COMM, MPI_Exscan(&value, &got, 1, MPI_INT, MPI_SUM, between));
    ROW(MPI_ERR_COMM, MPI_Cart_create(between, 1, &size, &value, 0, &made));
    ROW(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(between, &got));
    CHECK(got == -7 && made == MPI_COMM_NULL);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

static void rows_of_keys(void)
{
    int key = MPI_KEYVAL_INVALID, predefined = MPI_TAG_UB;
    ROW(MPI_ERR_ARG, MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, NULL, NULL));
    ROW(MPI_ERR_KEYVAL, MPI_Keyval_free(&key));
    ROW(MPI_ERR_KEYVAL, MPI_Keyval_free(&predefined));
    CHECK(key == MPI_KEYVAL_INVALID && predefined == MPI_TAG_UB);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    rows_of_duplicates(freed_comm());
    rows_of_groups();
    if (size > 1)
        rows_between_groups();
    rows_of_keys();
    return rows_end();
}
