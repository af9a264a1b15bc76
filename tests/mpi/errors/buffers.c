// Wrong arguments of calls on buffers, memory and the environment, and messages too large for the buffer.
#include "rows.h"

static char space[200 + MPI_BSEND_OVERHEAD], other[200 + MPI_BSEND_OVERHEAD], large[1000];

static void rows_of_buffers(void)
{
    int bytes = -7;
    void *at = large;
    MPI_Request request = MPI_REQUEST_NULL;
    ROW(MPI_ERR_BUFFER, MPI_Bsend(large, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD));
    OURS(MPI_ERR_BUFFER, MPI_Ibsend(large, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request));
    OURS(MPI_ERR_ARG, MPI_Buffer_attach(space, -1));
    OURS(MPI_ERR_BUFFER, MPI_Buffer_attach(NULL, 100));
    CHECK(MPI_Buffer_attach(space, sizeof space) == MPI_SUCCESS);
    ROW(MPI_ERR_BUFFER, MPI_Buffer_attach(other, sizeof other));
    ROW(MPI_ERR_BUFFER, MPI_Bsend(large, sizeof large, MPI_CHAR, rank, 0, MPI_COMM_WORLD));
    OURS(MPI_ERR_BUFFER, MPI_Ibsend(large, sizeof large, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request));
    ROW(MPI_ERR_ARG, MPI_Buffer_detach(NULL, &bytes));
    ROW(MPI_ERR_ARG, MPI_Buffer_detach(&at, NULL));
    CHECK(bytes == -7 && at == large && request == MPI_REQUEST_NULL);
    // A message that fits is still sent.
    char token = 0, mine = 5;
    CHECK(MPI_Bsend(&mine, 1, MPI_CHAR, (rank + 1) % size, 9, MPI_COMM_WORLD) == MPI_SUCCESS);
    CHECK(MPI_Recv(&token, 1, MPI_CHAR, (rank + size - 1) % size, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(token == 5 && MPI_Buffer_detach(&at, &bytes) == MPI_SUCCESS && at == space && bytes == (int)sizeof space);
}

static void rows_of_memory(void)
{
    void *memory = large;
    ROW(MPI_ERR_ARG, MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory));
    ROW(MPI_ERR_ARG, MPI_Alloc_mem(8, MPI_INFO_NULL, NULL));
    OURS(MPI_ERR_NO_MEM, MPI_Alloc_mem((MPI_Aint)(~(size_t)0 >> 2), MPI_INFO_NULL, &memory));
    CHECK(memory == large);
}

static void rows_of_environment(void)
{
    int number = -7;
    char text[MPI_MAX_ERROR_STRING];
    ROW(MPI_ERR_ARG, MPI_Error_class(MPI_ERR_RANK, NULL));
    ROW(MPI_ERR_ARG, MPI_Error_string(MPI_ERR_RANK, NULL, &number));
    ROW(MPI_ERR_ARG, MPI_Error_string(MPI_ERR_RANK, text, NULL));
    ROW(MPI_ERR_ARG, MPI_Get_processor_name(NULL, &number));
    ROW(MPI_ERR_ARG, MPI_Get_processor_name(text, NULL));
    ROW(MPI_ERR_ARG, MPI_Get_version(NULL, &number));
    ROW(MPI_ERR_ARG, MPI_Get_version(&number, NULL));
    ROW(MPI_ERR_ARG, MPI_Query_thread(NULL));
    ROW(MPI_ERR_ARG, MPI_Is_thread_main(NULL));
    ROW(MPI_ERR_ARG, MPI_Get_library_version(NULL, &number));
    ROW(MPI_ERR_ARG, MPI_Initialized(NULL));
    ROW(MPI_ERR_ARG, MPI_Finalized(NULL));
    CHECK(number == -7);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    rows_of_buffers();
    rows_of_memory();
    rows_of_environment();
    return rows_end();
}
