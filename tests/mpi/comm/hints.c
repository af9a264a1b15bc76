// Tests hints of communicators and windows: set, extended, returned. A duplicate has only the hints given for it.
#include "../check.h"

static int has(MPI_Info info, const char *key, const char *expected)
{
    char value[40] = "";
    int flag;
    MPI_Info_get(info, key, sizeof value - 1, value, &flag);
    return flag && strcmp(value, expected) == 0;
}

static MPI_Info one(const char *key, const char *value)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    return info;
}

static void check_comm(MPI_Comm comm, int tag, int length)
{
    MPI_Info info;
    MPI_Comm_get_info(comm, &info);
    CHECK(has(info, "mpi_assert_no_any_tag", "true") == tag);
    CHECK(has(info, "mpi_assert_exact_length", "true") == length);
    MPI_Info_free(&info);
}

static void check_communicators(MPI_Info tag, MPI_Info length)
{
    MPI_Comm comm, other;
    MPI_Request request;
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, tag, &comm);
    check_comm(comm, 1, 0);
    MPI_Comm_set_info(comm, length);
    check_comm(comm, 1, 1);
    MPI_Comm_dup(comm, &other);
    check_comm(other, 0, 0);
    MPI_Comm_free(&other);
    MPI_Comm_idup(comm, &other, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_comm(other, 0, 0);
    MPI_Comm_free(&other);
    MPI_Comm_idup_with_info(comm, length, &other, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_comm(other, 0, 1);
    MPI_Comm_free(&other);
    MPI_Comm_free(&comm);
}

static void check_window(void)
{
    MPI_Win win;
    MPI_Info order = one("accumulate_ordering", "none"), operations = one("accumulate_ops", "same_op"), info;
    MPI_Win_create(NULL, 0, 1, order, MPI_COMM_WORLD, &win);
    MPI_Win_set_info(win, operations);
    MPI_Win_get_info(win, &info);
    CHECK(has(info, "accumulate_ordering", "none") && has(info, "accumulate_ops", "same_op"));
    MPI_Info_free(&info);
    MPI_Info_free(&order);
    MPI_Info_free(&operations);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Info tag = one("mpi_assert_no_any_tag", "true"), length = one("mpi_assert_exact_length", "true");
    check_communicators(tag, length);
    MPI_Info_free(&tag);
    MPI_Info_free(&length);
    check_window();
    return end();
}
