// MPI-IO from C++: the library's own calls for files are those of the GNU C library here.
#include <mpi.h>
#include <iostream>
#include <numeric>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File file;
    int error = MPI_File_open(MPI_COMM_WORLD, "io.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    std::vector<int> mine(100), next(100);
    std::iota(mine.begin(), mine.end(), rank * 100);
    MPI_Offset bytes = 0;
    bool fine = error == MPI_SUCCESS;
    if (fine) {
        MPI_File_write_at_all(file, rank * 400, mine.data(), 100, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_sync(file);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_get_size(file, &bytes);
        int right = (rank + 1) % size;
        MPI_File_read_at(file, right * 400, next.data(), 100, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
        fine = bytes == 400 * size && next[0] == right * 100 && next[99] == right * 100 + 99;
    }
    MPI_File missing;
    fine = fine && MPI_File_open(MPI_COMM_SELF, "missing.dat", MPI_MODE_RDONLY, MPI_INFO_NULL, &missing) == MPI_ERR_NO_SUCH_FILE;
    std::cout << (fine ? "ok" : "failed") << std::endl;
    MPI_Finalize();
    return 0;
}
