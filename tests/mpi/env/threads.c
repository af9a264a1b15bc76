// Tests levels of thread support, and MPI_Pcontrol.
#include "../check.h"

int main(int argc, char **argv)
{
    int provided = -1, level = -1, flag = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(MPI_THREAD_SINGLE < MPI_THREAD_FUNNELED && MPI_THREAD_FUNNELED < MPI_THREAD_SERIALIZED &&
          MPI_THREAD_SERIALIZED < MPI_THREAD_MULTIPLE);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    MPI_Query_thread(&level);
    CHECK(level == provided);
    MPI_Is_thread_main(&flag);
    CHECK(flag == 1);
    CHECK(MPI_Pcontrol(0) == MPI_SUCCESS);
    CHECK(MPI_Pcontrol(2, "more", 3.0) == MPI_SUCCESS);
    return end();
}
