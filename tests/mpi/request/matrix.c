// Every kind of request with every way to complete it: alone, after two calls of MPI_Request_get_status, and
// with MPI_Comm_dup in between. Ranks 0 and 1 do the same to each other; all ranks take part in collectives.
#include "../check.h"

enum { COUNT = 700, MOST = 2 };

static int out[2 * COUNT], in[2 * COUNT], peer, round_number;
static MPI_Datatype every_other;
static MPI_Win window;
static int exposed[COUNT];
static MPI_Comm parent, duplicate;
static MPI_Request general;
static int queried, freed;

static int value(int from, int at)
{
    return from * 100000 + round_number * 1000 + at;
}

static void prepare(void)
{
    round_number++;
    for (int i = 0; i < 2 * COUNT; i++) {
        out[i] = value(rank, i);
        in[i] = -1;
    }
}

// Checks numbers that are `stride` apart in `in` and in the peer's `out`.
static void check_in(int count, int stride)
{
    for (int i = 0; i < count; i++)
        CHECK(in[i * stride] == value(peer, i * stride));
}

static void check_dense(void)
{
    check_in(COUNT, 1);
}

static void check_sparse(void)
{
    check_in(COUNT, 2);
    for (int i = 1; i < 2 * COUNT; i += 2)
        CHECK(in[i] == -1);
}

static void start_receive(MPI_Request *requests)
{
    MPI_Irecv(in, COUNT, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, COUNT, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[1]);
}

static void start_short(MPI_Request *requests)
{
    MPI_Irecv(in, 3, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(out, 3, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[1]);
}

static void check_short(void)
{
    check_in(3, 1);
}

static void start_derived(MPI_Request *requests)
{
    MPI_Irecv(in, COUNT, every_other, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(out, COUNT, every_other, peer, 1, MPI_COMM_WORLD, &requests[1]);
}

static void start_buffered(MPI_Request *requests)
{
    MPI_Irecv(in, COUNT, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibsend(out, COUNT, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[1]);
}

static void start_persistent(MPI_Request *requests)
{
    MPI_Recv_init(in, COUNT, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out, COUNT, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[1]);
}

static void start_persistent_derived(MPI_Request *requests)
{
    MPI_Recv_init(in, COUNT, every_other, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Ssend_init(out, COUNT, every_other, peer, 1, MPI_COMM_WORLD, &requests[1]);
}

static void start_partitioned(MPI_Request *requests)
{
    MPI_Precv_init(in, 7, COUNT / 7, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Psend_init(out, 7, COUNT / 7, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
}

static void start_pair(MPI_Request *requests)
{
    MPI_Isendrecv(out, COUNT, every_other, peer, 2, in, COUNT, every_other, peer, 2, MPI_COMM_WORLD, &requests[0]);
}

static void start_reduction(MPI_Request *requests)
{
    MPI_Iallreduce(out, in, COUNT, MPI_INT, MPI_BOR, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
}

static void start_persistent_reduction(MPI_Request *requests)
{
    MPI_Allreduce_init(out, in, COUNT, MPI_INT, MPI_BOR, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
}

static void check_reduction(void)
{
    for (int i = 0; i < COUNT; i++)
        CHECK(in[i] == (value(0, i) | value(1, i)));
}

static void start_duplicate(MPI_Request *requests)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &parent);
    MPI_Comm_idup(parent, &duplicate, &requests[0]);
}

static void check_duplicate(void)
{
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, parent);
    CHECK(sum == 1);
    MPI_Comm_free(&parent);
    sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, duplicate);
    CHECK(sum == 1);
    MPI_Comm_free(&duplicate);
}

static int query(void *state, MPI_Status *status)
{
    (void)state;
    queried++;
    MPI_Status_set_elements(status, MPI_INT, 5);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int release(void *state)
{
    (void)state;
    freed++;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

static void start_general(MPI_Request *requests)
{
    queried = freed = 0;
    MPI_Grequest_start(query, release, cancel, NULL, &general);
    requests[0] = general;
    MPI_Grequest_complete(general);
}

static void check_general(void)
{
    CHECK(queried > 0 && freed == 1);
}

static void start_window(MPI_Request *requests)
{
    memcpy(exposed, out, sizeof exposed);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rget(in, COUNT, MPI_INT, peer, 0, COUNT, MPI_INT, window, &requests[0]);
}

static void check_window(void)
{
    check_dense();
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct kind {
    const char *name;
    void (*start)(MPI_Request *requests);  // starts the requests, or creates persistent ones
    void (*check)(void);
    int count, persistent;
} kinds[] = {
    {"receive", start_receive, check_dense, 2, 0},
    {"short", start_short, check_short, 2, 0},
    {"derived", start_derived, check_sparse, 2, 0},
    {"buffered", start_buffered, check_dense, 2, 0},
    {"persistent", start_persistent, check_dense, 2, 1},
    {"persistent derived", start_persistent_derived, check_sparse, 2, 1},
    {"pair", start_pair, check_sparse, 1, 0},
    {"persistent reduction", start_persistent_reduction, check_reduction, 2, 1},
    {"partitioned", start_partitioned, check_dense, 2, 1},
    {"reduction", start_reduction, check_reduction, 2, 0},
    {"duplicate", start_duplicate, check_duplicate, 1, 0},
    {"general", start_general, check_general, 1, 0},
    {"window", start_window, check_window, 1, 0},
};

enum { WAIT, TEST, WAITANY, TESTANY, WAITSOME, TESTSOME, WAITALL, TESTALL, FREE, WAYS };

// FREE: frees requests that are complete, without a completing call.
static void free_done(int count, MPI_Request *requests)
{
    for (int i = 0; i < count; i++) {
        int flag = 0;
        while (!flag)
            MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[i]);
    }
}

static void complete(int way, int count, MPI_Request *requests)
{
    int left = count, flag, index, indices[MOST];
    MPI_Status status, statuses[MOST];
    switch (way) {
    case WAIT:
        for (int i = 0; i < count; i++)
            MPI_Wait(&requests[i], &status);
        break;
    case TEST:
        for (int i = 0; i < count; i++) {
            do
                MPI_Test(&requests[i], &flag, &status);
            while (!flag);
        }
        break;
    case WAITANY:
        for (; left > 0; left--) {
            MPI_Waitany(count, requests, &index, &status);
            CHECK(index >= 0 && index < count);
        }
        break;
    case TESTANY:
        while (left > 0) {
            MPI_Testany(count, requests, &index, &flag, &status);
            left -= flag != 0;
        }
        break;
    case WAITSOME:
    case TESTSOME:
        while (left > 0) {
            int some;
            (way == WAITSOME ? MPI_Waitsome : MPI_Testsome)(count, requests, &some, indices, statuses);
            CHECK(some >= 0 && some <= left);
            left -= some;
        }
        break;
    case WAITALL:
        MPI_Waitall(count, requests, statuses);
        break;
    case TESTALL:
        do
            MPI_Testall(count, requests, &flag, statuses);
        while (!flag);
        break;
    case FREE:
        free_done(count, requests);
        break;
    }
}

static void get_status_twice(int count, MPI_Request *requests)
{
    for (int times = 0; times < 2; times++) {
        for (int i = 0; i < count; i++) {
            int flag = 0;
            MPI_Status status;
            while (!flag)
                MPI_Request_get_status(requests[i], &flag, &status);
            CHECK(requests[i] != MPI_REQUEST_NULL);
        }
    }
}

static void one(const struct kind *kind, int way, int told, int dup)
{
    MPI_Request requests[MOST] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int times = kind->persistent && way != FREE ? 3 : 1;
    prepare();
    kind->start(requests);
    for (int time = 0; time < times; time++) {
        if (kind->persistent) {
            if (time > 0)
                prepare();
            MPI_Startall(kind->count, requests);
            for (int i = 0; strcmp(kind->name, "partitioned") == 0 && i < 7; i++)
                MPI_Pready(i, requests[1]);
        }
        MPI_Comm other = MPI_COMM_NULL;
        if (dup)
            MPI_Comm_dup(MPI_COMM_WORLD, &other);
        if (told)
            get_status_twice(kind->count, requests);
        complete(way, kind->count, requests);
        kind->check();
        if (dup)
            MPI_Comm_free(&other);
    }
    for (int i = 0; i < kind->count; i++) {
        CHECK((requests[i] == MPI_REQUEST_NULL) == (!kind->persistent || way == FREE));
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&requests[i]);
    }
}

int main(int argc, char **argv)
{
    static char space[4 * sizeof out + 16 * MPI_BSEND_OVERHEAD];
    begin(&argc, &argv);
    peer = 1 - rank;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_other);
    MPI_Type_commit(&every_other);
    MPI_Buffer_attach(space, sizeof space);
    MPI_Win_create(exposed, sizeof exposed, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (int way = 0; way < WAYS; way++) {
            for (int how = 0; how < 4; how++)
                one(&kinds[i], way, how & 1, how >> 1);
        }
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    int size_of_space;
    void *buffer;
    MPI_Buffer_detach(&buffer, &size_of_space);
    MPI_Type_free(&every_other);
    return end();
}
