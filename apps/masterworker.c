// Master and workers: the master hands out tasks of very unequal length as workers come free (MPI_ANY_SOURCE,
// MPI_ANY_TAG). Timing decides which worker does which task; the result does not depend on it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_TASK = 1, TAG_STOP = 2, TAG_READY = 3, TAG_RESULT = 4 };

static void usage(void)
{
    printf("usage: masterworker [--tasks N] [--block N] [--who]\n"
           "  --tasks N  number of tasks (default 40)\n"
           "  --block N  task t counts the primes in [t * N, (t + 1) * N) by trial division (default 100)\n"
           "  --who      also print how many tasks each worker did, which depends on timing\n");
}

static long count_primes(long from, long to)
{
    long primes = 0;
    for (long n = from < 2 ? 2 : from; n < to; n++) {
        int prime = 1;
        for (long d = 2; d * d <= n && prime; d++)
            prime = n % d != 0;
        primes += prime;
    }
    return primes;
}

// Counts the same by another method, for the check: the sieve of Eratosthenes.
static long sieve_primes(long limit)
{
    char *composite = calloc((size_t)limit + 1, 1);
    if (composite == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    long primes = 0;
    for (long n = 2; n < limit; n++) {
        if (composite[n])
            continue;
        primes++;
        for (long m = 2 * n; m < limit; m += n)
            composite[m] = 1;
    }
    free(composite);
    return primes;
}

// Hands out the tasks and adds up the results. `done[r]` counts the tasks of rank r.
static long master(long tasks, int size, long *done)
{
    long next = 0, primes = 0;
    int working = size - 1;
    while (working > 0) {
        long result;
        MPI_Status status;
        MPI_Recv(&result, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_RESULT) {
            primes += result;
            done[status.MPI_SOURCE]++;
        }
        if (next < tasks) {
            MPI_Send(&next, 1, MPI_LONG, status.MPI_SOURCE, TAG_TASK, MPI_COMM_WORLD);
            next++;
        } else {
            MPI_Send(NULL, 0, MPI_LONG, status.MPI_SOURCE, TAG_STOP, MPI_COMM_WORLD);
            working--;
        }
    }
    return primes;
}

static void worker(long block)
{
    long task = 0;
    MPI_Send(&task, 1, MPI_LONG, 0, TAG_READY, MPI_COMM_WORLD);
    for (;;) {
        MPI_Status status;
        MPI_Recv(&task, 1, MPI_LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_STOP)
            return;
        long result = count_primes(task * block, (task + 1) * block);
        MPI_Send(&result, 1, MPI_LONG, 0, TAG_RESULT, MPI_COMM_WORLD);
    }
}

static int report(long primes, long tasks, long block, const long *done, int size, int who)
{
    long finished = 0;
    for (int r = 0; r < size; r++) {
        finished += done[r];
        if (who)
            printf("rank %d did %ld tasks\n", r, done[r]);
    }
    int wrong = primes != sieve_primes(tasks * block) || finished != tasks;
    printf("masterworker: %ld tasks, %ld primes below %ld: %s\n", tasks, primes, tasks * block,
           wrong ? "WRONG" : "OK");
    return wrong;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    long tasks = 40, block = 100;
    int who = 0, help = 0, bad = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--tasks") == 0 && i + 1 < argc)
            tasks = atol(argv[++i]);
        else if (strcmp(argv[i], "--block") == 0 && i + 1 < argc)
            block = atol(argv[++i]);
        else if (strcmp(argv[i], "--who") == 0)
            who = 1;
        else if (strcmp(argv[i], "-h") == 0)
            help = 1;
        else
            bad = 1;
    }
    if (help || bad || tasks < 1 || block < 1) {
        if (rank == 0)
            usage();
        MPI_Finalize();
        return help ? 0 : 2;
    }

    int wrong = 0;
    if (rank == 0) {
        long *done = calloc((size_t)size, sizeof *done);
        if (done == NULL)
            MPI_Abort(MPI_COMM_WORLD, 1);
        long primes;
        if (size == 1) {
            primes = count_primes(0, tasks * block);
            done[0] = tasks;
        } else {
            primes = master(tasks, size, done);
        }
        wrong = report(primes, tasks, block, done, size, who);
        free(done);
    } else {
        worker(block);
    }
    MPI_Finalize();
    return wrong;
}
