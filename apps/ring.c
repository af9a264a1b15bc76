// Ring: a token travels round all ranks. Each rank checks the token that it receives and adds to it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(void)
{
    printf("usage: ring [--rounds N] [--words N]\n"
           "  --rounds N  how often the token goes round (default 10)\n"
           "  --words N   length of the token in 8-byte words (default 1)\n");
}

// Returns word `word` of the token as `rank` receives it in `round`: each rank r adds r + 1 to word w, plus w.
static long long expected(int rank, int round, int size, int word)
{
    long long whole = (long long)size * (size + 1) / 2 + (long long)size * word;
    long long part = (long long)rank * (rank + 1) / 2 + (long long)rank * word;
    return rank == 0 ? (round + 1) * whole : round * whole + part;
}

static int check(const long long *token, int words, int rank, int round, int size)
{
    for (int w = 0; w < words; w++) {
        long long want = expected(rank, round, size, w);
        if (token[w] != want) {
            fprintf(stderr, "ring: rank %d, round %d, word %d: got %lld, expected %lld\n", rank, round, w, token[w],
                    want);
            return 1;
        }
    }
    return 0;
}

static void add_own(long long *token, int words, int rank)
{
    for (int w = 0; w < words; w++)
        token[w] += rank + 1 + w;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int rounds = 10, words = 1, bad = 0, help = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--words") == 0 && i + 1 < argc)
            words = atoi(argv[++i]);
        else if (strcmp(argv[i], "-h") == 0)
            help = 1;
        else
            bad = 1;
    }
    if (help || bad || rounds < 0 || words < 1) {
        if (rank == 0)
            usage();
        MPI_Finalize();
        return help ? 0 : 2;
    }

    long long *token = calloc((size_t)words, sizeof *token);
    long long *arrived = calloc((size_t)words, sizeof *arrived);
    if (token == NULL || arrived == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int wrong = 0;
    for (int round = 0; round < rounds; round++) {
        if (rank == 0) {
            add_own(token, words, rank);
            // One call sends and receives, so that a ring of a single rank does not wait for itself.
            MPI_Sendrecv(token, words, MPI_LONG_LONG, right, round, arrived, words, MPI_LONG_LONG, left, round,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            memcpy(token, arrived, (size_t)words * sizeof *token);
            wrong |= check(token, words, rank, round, size);
        } else {
            MPI_Recv(token, words, MPI_LONG_LONG, left, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            wrong |= check(token, words, rank, round, size);
            add_own(token, words, rank);
            MPI_Send(token, words, MPI_LONG_LONG, right, round, MPI_COMM_WORLD);
        }
    }

    int any_wrong;
    MPI_Allreduce(&wrong, &any_wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("ring: %d ranks, %d rounds, token %lld: %s\n", size, rounds, token[0], any_wrong ? "WRONG" : "OK");
    free(token);
    free(arrived);
    MPI_Finalize();
    return any_wrong;
}
