// Tests that the library does not use the program's heap: once calls repeat, none of them allocates or frees memory there.
#include "../check.h"

// The program's own malloc: it never uses memory again, and counts calls.
enum { ARENA = 24 << 20, HEAD = 16 };
static _Alignas(16) unsigned char arena[ARENA];
static size_t arena_used;
static volatile long takes, gives;

void *malloc(size_t bytes)
{
    takes++;
    size_t all = (bytes + HEAD + 15) & ~(size_t)15;
    if (all < bytes || all > ARENA - arena_used)
        return NULL;
    unsigned char *block = arena + arena_used;
    arena_used += all;
    *(size_t *)(void *)block = bytes;
    return block + HEAD;
}

void free(void *memory)
{
    gives += memory != NULL;
}

void *calloc(size_t count, size_t bytes)
{
    return malloc(count * bytes); // the arena is zero, and no memory is handed out twice
}

void *realloc(void *memory, size_t bytes)
{
    void *other = malloc(bytes);
    size_t before = memory == NULL ? 0 : *(size_t *)(void *)((unsigned char *)memory - HEAD);
    return other == NULL ? NULL : memory == NULL ? other : memcpy(other, memory, before < bytes ? before : bytes);
}

// The number of messages that are unexpected at once differs from round to round, because the ranks' pace differs: the library
// may grow until the largest number has occurred. Calls are steady when no rank has touched the heap in CALM rounds in a row.
enum { ROUNDS = 40, CALM = 3 };
enum { LONG = 3000, TYPES = 4 };
static int numbers[4 * LONG], others[4 * LONG];

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

// Short, eager and long messages of bytes and of a derived type, received before and after their arrival, in all modes.
static void messages(MPI_Comm comm)
{
    static const int counts[] = {0, 1, 40, 700, LONG};
    MPI_Datatype vector;
    MPI_Type_vector(2 * LONG, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    for (int i = 0; i < 5; i++) {
        MPI_Request request[3];
        MPI_Irecv(others, LONG, MPI_INT, last, 1, comm, &request[0]);
        MPI_Isend(numbers, counts[i], MPI_INT, next, 1, comm, &request[1]);
        MPI_Isend(numbers, counts[i], MPI_INT, next, 2, comm, &request[2]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        MPI_Barrier(comm);
        int flag;
        MPI_Iprobe(last, 3, comm, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(others, LONG, MPI_INT, last, 2, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&request[2], MPI_STATUS_IGNORE);
        MPI_Sendrecv(numbers, counts[i], MPI_INT, next, 4, others, LONG, MPI_INT, last, 4, comm, MPI_STATUS_IGNORE);
        MPI_Sendrecv_replace(numbers, counts[i], MPI_INT, next, 5, last, 5, comm, MPI_STATUS_IGNORE);
        MPI_Irecv(others, 1, vector, last, 6, comm, &request[0]);
        MPI_Issend(numbers, 1, vector, next, 6, comm, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        MPI_Message message;
        MPI_Isend(numbers, counts[i], MPI_INT, next, 7, comm, &request[0]);
        MPI_Mprobe(last, 7, comm, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(others, LONG, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&vector);
}

static void requests(MPI_Comm comm)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Request request[2];
    MPI_Send_init(numbers, 10, MPI_INT, next, 1, comm, &request[0]);
    MPI_Recv_init(others, 10, MPI_INT, last, 1, comm, &request[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Startall(2, request);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    MPI_Irecv(others, 10, MPI_INT, last, 99, comm, &request[0]);
    MPI_Cancel(&request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Irecv(others, 10, MPI_INT, last, 2, comm, &request[0]);
    MPI_Request_free(&request[0]);
    MPI_Send(numbers, 10, MPI_INT, next, 2, comm);
    static char space[4000 + MPI_BSEND_OVERHEAD];
    void *buffer;
    int bytes;
    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(numbers, 500, MPI_INT, next, 3, comm);
    MPI_Recv(others, 500, MPI_INT, last, 3, comm, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &bytes);
    MPI_Barrier(comm);
}

// No rank gets ahead, so that each round has the same number of unexpected messages.
#define IN_STEP(call) ((call), MPI_Barrier(comm))

static void collectives(MPI_Comm comm)
{
    MPI_Op op;
    MPI_Op_create(add, 0, &op);
    for (int count = 1; count <= 400; count += 399) {
        MPI_Request request;
        IN_STEP(MPI_Bcast(numbers, count, MPI_INT, 0, comm));
        IN_STEP(MPI_Reduce(numbers, others, count, MPI_INT, op, 0, comm));
        IN_STEP(MPI_Allreduce(numbers, others, count, MPI_INT, MPI_SUM, comm));
        IN_STEP(MPI_Allgather(numbers, count, MPI_INT, others, count, MPI_INT, comm));
        IN_STEP(MPI_Alltoall(numbers, count, MPI_INT, others, count, MPI_INT, comm));
        IN_STEP(MPI_Gather(numbers, count, MPI_INT, others, count, MPI_INT, 0, comm));
        IN_STEP(MPI_Scatter(numbers, count, MPI_INT, others, count, MPI_INT, 0, comm));
        IN_STEP(MPI_Scan(numbers, others, count, MPI_INT, op, comm));
        IN_STEP(MPI_Reduce_scatter_block(numbers, others, count, MPI_INT, MPI_MAX, comm));
        IN_STEP(MPI_Iallreduce(numbers, others, count, MPI_INT, op, comm, &request));
        IN_STEP(MPI_Wait(&request, MPI_STATUS_IGNORE));
        IN_STEP(MPI_Ibarrier(comm, &request));
        IN_STEP(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    MPI_Op_free(&op);
}

static int copy_attribute(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)key, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static void objects(MPI_Comm comm)
{
    MPI_Comm twin, part, grid;
    MPI_Group group, first;
    int key, dims[1] = {size}, periods[1] = {1}, zero = 0;
    MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(comm, key, &zero);
    MPI_Comm_dup(comm, &twin);
    MPI_Comm_set_name(twin, "twin");
    MPI_Comm_split(comm, rank % 2, rank, &part);
    MPI_Cart_create(comm, 1, dims, periods, 0, &grid);
    MPI_Comm_group(comm, &group);
    MPI_Group_incl(group, 1, &zero, &first);
    MPI_Barrier(twin);
    MPI_Barrier(part);
    MPI_Group_free(&first);
    MPI_Group_free(&group);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&part);
    MPI_Comm_free(&twin);
    MPI_Comm_delete_attr(comm, key);
    MPI_Comm_free_keyval(&key);
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "a value");
    MPI_Info_free(&info);
    MPI_Datatype parts[TYPES], both;
    int lengths[2] = {1, 2};
    MPI_Aint places[2] = {0, 16};
    MPI_Type_contiguous(3, MPI_DOUBLE, &parts[0]);
    MPI_Type_indexed(2, lengths, (int[]){0, 5}, MPI_INT, &parts[1]);
    MPI_Type_create_struct(2, lengths, places, (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE}, &parts[2]);
    MPI_Type_create_resized(parts[2], 0, 64, &parts[3]);
    MPI_Type_dup(parts[3], &both);
    MPI_Type_free(&both);
    for (int i = 0; i < TYPES; i++)
        MPI_Type_free(&parts[i]);
}

static void windows(MPI_Comm comm)
{
    MPI_Win win;
    MPI_Win_create(others, sizeof others, sizeof others[0], MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    MPI_Put(numbers, 100, MPI_INT, (rank + 1) % size, 0, 100, MPI_INT, win);
    MPI_Accumulate(numbers, 10, MPI_INT, (rank + 1) % size, 200, 10, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);
    MPI_Get(numbers, 100, MPI_INT, (rank + 1) % size, 300, 100, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// Runs one round of all groups. Returns whether no rank's library allocated or freed heap memory in it, and prints those that did.
static int is_calm(MPI_Comm comm, int round)
{
    static void (*const groups[])(MPI_Comm) = {messages, requests, collectives, objects, windows};
    int calm = 1, all;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        long took = takes, gave = gives;
        groups[i](comm);
        if (takes != took || gives != gave) {
            calm = 0;
            if (round + CALM >= ROUNDS)
                fprintf(stderr, "rank %d, round %d, group %zu: %ld blocks taken, %ld given back\n", rank, round, i, takes - took,
                        gives - gave);
        }
    }
    MPI_Allreduce(&calm, &all, 1, MPI_INT, MPI_MIN, comm);
    return all;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int calm = 0;
    for (int round = 0; round < ROUNDS && calm < CALM; round++)
        calm = is_calm(comm, round) ? calm + 1 : 0;
    if (calm < CALM)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&comm);
    return end();
}
