// OpenMP has one thread: pragmas mean nothing, and the functions say so.
#include <mpi.h>
#include <omp.h>
#include <iostream>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += omp_get_num_threads();
    std::cout << (sum == 100 && omp_get_max_threads() == 1 && omp_get_wtime() >= 0 ? "ok" : "failed") << std::endl;
    MPI_Finalize();
    return 0;
}
