// Tests many non-blocking collectives of all kinds under way at once,
// completed in any order, with messages and blocking collectives in between.
#include "../check.h"

enum { EACH = 4, COUNT = 37 };

struct work {
    MPI_Request request;
    int kind, seed, root;
    int *in, *out;
};

static int value(int r, int seed, int i)
{
    return r * 1000 + seed * 17 + i;
}

static void start(struct work *w)
{
    w->in = malloc(size * COUNT * sizeof(int));
    w->out = malloc(size * COUNT * sizeof(int));
    for (int i = 0; i < size * COUNT; i++) {
        w->in[i] = value(rank, w->seed, i);
        w->out[i] = -1;
    }
    MPI_Comm comm = MPI_COMM_WORLD;
    switch (w->kind) {
    case 0:
        MPI_Ibarrier(comm, &w->request);
        break;
    case 1:
        MPI_Ibcast(w->in, COUNT, MPI_INT, w->root, comm, &w->request);
        break;
    case 2:
        MPI_Iallreduce(w->in, w->out, COUNT, MPI_INT, MPI_SUM, comm, &w->request);
        break;
    case 3:
        MPI_Iallgather(w->in, COUNT, MPI_INT, w->out, COUNT, MPI_INT, comm, &w->request);
        break;
    case 4:
        MPI_Ialltoall(w->in, COUNT, MPI_INT, w->out, COUNT, MPI_INT, comm, &w->request);
        break;
    case 5:
        MPI_Igather(w->in, COUNT, MPI_INT, w->out, COUNT, MPI_INT, w->root, comm, &w->request);
        break;
    case 6:
        MPI_Iscatter(w->in, COUNT, MPI_INT, w->out, COUNT, MPI_INT, w->root, comm, &w->request);
        break;
    case 7:
        MPI_Ireduce(w->in, w->out, COUNT, MPI_INT, MPI_MAX, w->root, comm, &w->request);
        break;
    case 8:
        MPI_Iscan(w->in, w->out, COUNT, MPI_INT, MPI_SUM, comm, &w->request);
        break;
    case 9:
        MPI_Iexscan(w->in, w->out, COUNT, MPI_INT, MPI_SUM, comm, &w->request);
        break;
    default:
        MPI_Ireduce_scatter_block(w->in, w->out, COUNT, MPI_INT, MPI_SUM, comm, &w->request);
    }
}

enum { KINDS = 11 };

static int sum_up_to(int r, int seed, int i)
{
    int sum = 0;
    for (int other = 0; other < r; other++)
        sum += value(other, seed, i);
    return sum;
}

static void verify(struct work *w)
{
    for (int i = 0; i < COUNT; i++) {
        int out = w->out[i], s = w->seed;
        switch (w->kind) {
        case 0:
            CHECK(out == -1);
            break;
        case 1:
            CHECK(w->in[i] == value(w->root, s, i));
            break;
        case 2:
            CHECK(out == sum_up_to(size, s, i));
            break;
        case 3:
            for (int r = 0; r < size; r++)
                CHECK(w->out[r * COUNT + i] == value(r, s, i));
            break;
        case 4:
            for (int r = 0; r < size; r++)
                CHECK(w->out[r * COUNT + i] == value(r, s, rank * COUNT + i));
            break;
        case 5:
            for (int r = 0; rank == w->root && r < size; r++)
                CHECK(w->out[r * COUNT + i] == value(r, s, i));
            break;
        case 6:
            CHECK(out == value(w->root, s, rank * COUNT + i));
            break;
        case 7:
            CHECK(rank != w->root || out == value(size - 1, s, i));
            break;
        case 8:
            CHECK(out == sum_up_to(rank + 1, s, i));
            break;
        case 9:
            CHECK(rank == 0 || out == sum_up_to(rank, s, i));
            break;
        default:
            CHECK(out == sum_up_to(size, s, rank * COUNT + i));
        }
    }
    free(w->in);
    free(w->out);
}

static struct work works[KINDS * EACH];

static void start_all(void)
{
    for (int i = 0; i < KINDS * EACH; i++) {
        works[i] = (struct work){.kind = i % KINDS, .seed = i, .root = i % size};
        start(&works[i]);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size, token = rank, got = -1, sum;

    // Completes them from last to first.
    start_all();
    for (int i = KINDS * EACH - 1; i >= 0; i--) {
        MPI_Wait(&works[i].request, MPI_STATUS_IGNORE);
        CHECK(works[i].request == MPI_REQUEST_NULL);
        verify(&works[i]);
    }

    // Each rank completes them in an order of its own, with messages and blocking collectives while all are under way.
    start_all();
    MPI_Sendrecv(&token, 1, MPI_INT, next, 3, &got, 1, MPI_INT, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == previous);
    MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&sum, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int i = 0; i < KINDS * EACH; i++) {
        struct work *w = &works[(i * 7 + rank * 5) % (KINDS * EACH)];
        MPI_Wait(&w->request, MPI_STATUS_IGNORE);
        verify(w);
    }

    // Completes all in one call.
    start_all();
    MPI_Request requests[KINDS * EACH];
    for (int i = 0; i < KINDS * EACH; i++)
        requests[i] = works[i].request;
    MPI_Waitall(KINDS * EACH, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < KINDS * EACH; i++)
        verify(&works[i]);

    // Completes them by polling.
    start_all();
    int left = KINDS * EACH;
    while (left > 0) {
        for (int i = 0; i < KINDS * EACH; i++) {
            int flag = 0;
            if (works[i].request == MPI_REQUEST_NULL)
                continue;
            MPI_Test(&works[i].request, &flag, MPI_STATUS_IGNORE);
            left -= flag;
        }
    }
    for (int i = 0; i < KINDS * EACH; i++)
        verify(&works[i]);
    return end();
}
