// Tests the predefined attributes of MPI_COMM_WORLD: they are addresses of ints, and programs cannot change them.
#include "../check.h"

static int *found(int keyval)
{
    int *value = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &flag);
    CHECK(!flag || value != NULL);
    return flag ? value : NULL;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(found(MPI_TAG_UB) != NULL && *found(MPI_TAG_UB) >= 32767);
    CHECK(found(MPI_HOST) != NULL);
    CHECK(*found(MPI_HOST) == MPI_PROC_NULL || (*found(MPI_HOST) >= 0 && *found(MPI_HOST) < size));
    CHECK(found(MPI_IO) != NULL);
    CHECK(*found(MPI_IO) == MPI_ANY_SOURCE || *found(MPI_IO) == MPI_PROC_NULL || (*found(MPI_IO) >= 0 && *found(MPI_IO) < size));
    CHECK(found(MPI_WTIME_IS_GLOBAL) == NULL || *found(MPI_WTIME_IS_GLOBAL) == 0 || *found(MPI_WTIME_IS_GLOBAL) == 1);
    CHECK(found(MPI_APPNUM) == NULL || *found(MPI_APPNUM) >= 0);
    CHECK(found(MPI_UNIVERSE_SIZE) == NULL || *found(MPI_UNIVERSE_SIZE) >= size);
    CHECK(found(MPI_LASTUSEDCODE) != NULL && *found(MPI_LASTUSEDCODE) >= MPI_ERR_LASTCODE);
    int value = 0, key = MPI_TAG_UB;
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value) != MPI_SUCCESS);
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB) != MPI_SUCCESS);
    CHECK(MPI_Comm_free_keyval(&key) != MPI_SUCCESS && key == MPI_TAG_UB);
    CHECK(*found(MPI_TAG_UB) >= 32767);
    // The largest tag works.
    int token = rank, tag = *found(MPI_TAG_UB);
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD, &request);
    CHECK(MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD) == MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(value == (rank + size - 1) % size);
    return end();
}
