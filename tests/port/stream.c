// Streams through memory, one line after the other: `stream LINES LETTERS`, with a letter for each rank. r loads from each
// line, w loads and stores, s stores, - waits for the others. Prints each rank and its hundredths of cycles per line.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WORDS = 8, LINES_MAX = 1 << 14 };

static volatile int memory[LINES_MAX * LINE_WORDS];

static void stream(char letter, const volatile int *end)
{
    if (letter == 'r')
        for (volatile int *line = memory; line != end; line += LINE_WORDS)
            (void)*line;
    else if (letter == 'w')
        for (volatile int *line = memory; line != end; line += LINE_WORDS)
            *line = *line + 1;
    else if (letter == 's')
        for (volatile int *line = memory; line != end; line += LINE_WORDS)
            *line = 1;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int lines = argc > 2 ? atoi(argv[1]) : 0;
    if (lines < 1 || lines > LINES_MAX || strlen(argv[2]) != (size_t)ranks) {
        fprintf(stderr, "stream: give lines, up to %d, and a letter for each rank\n", LINES_MAX);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    char letter = argv[2][rank];
    // First evicts the earlier contents of the caches, changed lines too.
    stream(letter, memory + LINES_MAX * LINE_WORDS);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    stream(letter, memory + lines * LINE_WORDS);
    double cycles = (MPI_Wtime() - start) / MPI_Wtick();
    MPI_Barrier(MPI_COMM_WORLD);
    if (letter != '-')
        printf("%d %d\n", rank, (int)(100 * cycles / lines));
    MPI_Finalize();
    return 0;
}
