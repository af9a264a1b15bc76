// Makes the mistake that its argument names, with TMD-MPI, on two ranks.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, word, words[4];
static double real;
static MPI_Status status;

static void message(const char *mistake)
{
    int other = 1 - rank;
    if (strcmp(mistake, "type") == 0)
        MPI_Send(&real, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "source") == 0)
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    if (strcmp(mistake, "tag") == 0)
        MPI_Recv(&word, 1, MPI_INT, other, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (strcmp(mistake, "communicator") == 0)
        MPI_Send(&word, 1, MPI_INT, other, 0, MPI_COMM_SELF);
    if (strcmp(mistake, "rank") == 0)
        MPI_Send(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "itself") == 0)
        MPI_Send(&word, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "count") == 0)
        MPI_Send(&word, -1, MPI_INT, other, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "large count") == 0)
        MPI_Send(&word, 0x40000000, MPI_INT, other, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 7);
}

static void both(const char *mistake)
{
    if (strcmp(mistake, "operation") == 0)
        MPI_Reduce(&word, words, 1, MPI_INT, MPI_PROD, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "root") == 0)
        MPI_Bcast(&word, 1, MPI_INT, 5, MPI_COMM_WORLD);
    if (strcmp(mistake, "length") == 0 && rank == 0)
        MPI_Send(words, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "length") == 0 && rank == 1)
        MPI_Recv(words, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    if (strcmp(mistake, "both send") == 0)
        MPI_Send(&word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    if (strcmp(mistake, "early") == 0 && rank == 0)
        MPI_Send(words, 4, MPI_INT, 1, 1, MPI_COMM_WORLD);
    if (strcmp(mistake, "early") == 0 && rank == 1)
        MPI_Recv(words, 4, MPI_INT, 0, 2, MPI_COMM_WORLD, &status);
}

int main(int argc, char **argv)
{
    const char *mistake = argc > 1 ? argv[1] : "";
    if (strcmp(mistake, "before") == 0)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Init(&argc, &argv);
    if (strcmp(mistake, "twice") == 0)
        MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        message(mistake);
    both(mistake);
    MPI_Finalize();
    return 0;
}
