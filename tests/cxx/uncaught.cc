// Nobody catches the exception.
#include <mpi.h>
#include <stdexcept>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    throw std::runtime_error("nobody catches this");
}
