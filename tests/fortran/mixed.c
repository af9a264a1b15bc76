// The part in C of mixed.f90.
#include <mpi.h>

int sum_of_ranks(MPI_Fint comm)
{
    int rank, sum;
    MPI_Comm_rank(MPI_Comm_f2c(comm), &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_Comm_f2c(comm));
    return sum;
}

int receive_in_c(MPI_Fint comm, MPI_Fint *f_status)
{
    MPI_Status status;
    int number;
    MPI_Recv(&number, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_Comm_f2c(comm), &status);
    MPI_Status_c2f(&status, f_status);
    return number;
}

int exchange_attributes(MPI_Fint comm, MPI_Fint mine, MPI_Fint yours)
{
    MPI_Aint *value;
    int found;
    MPI_Comm_get_attr(MPI_Comm_f2c(comm), mine, &value, &found);
    MPI_Comm_set_attr(MPI_Comm_f2c(comm), yours, (void *)4096);
    return found ? (int)*value : 0;
}
