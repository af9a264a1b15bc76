// Hello: every rank greets. Rank 0 prints the greetings in rank order, so the output does not depend on timing.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { GREETING_MAX = 64 + MPI_MAX_PROCESSOR_NAME };

static void usage(void)
{
    printf("usage: hello [-v]\n"
           "  -v  also print the processor's name of each rank and the version of the MPI standard\n");
}

static void greet(char *text, int rank, int size, int verbose)
{
    if (!verbose) {
        snprintf(text, GREETING_MAX, "Hello from rank %d of %d", rank, size);
        return;
    }
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(name, &length);
    snprintf(text, GREETING_MAX, "Hello from rank %d of %d on %s", rank, size, name);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    if (argc > 1 && !verbose) {
        if (rank == 0)
            usage();
        MPI_Finalize();
        return strcmp(argv[1], "-h") == 0 ? 0 : 2;
    }

    char text[GREETING_MAX];
    greet(text, rank, size, verbose);
    if (rank != 0) {
        MPI_Send(text, (int)strlen(text) + 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    } else {
        printf("%s\n", text);
        for (int source = 1; source < size; source++) {
            MPI_Recv(text, GREETING_MAX, MPI_CHAR, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("%s\n", text);
        }
        if (verbose) {
            int version, subversion;
            MPI_Get_version(&version, &subversion);
            printf("MPI %d.%d\n", version, subversion);
        }
    }
    MPI_Finalize();
    return 0;
}
