// A program starts itself: messages, a collective and a one-sided epoch between parents and children, a merged communicator, and
// arguments. Run with -n N --spawnable 3.
#include "../check.h"

enum { CHILDREN = 3 };

// Parents and children exchange messages, each with each.
static void exchange(MPI_Comm other, int base)
{
    int others, mine = base + rank;
    MPI_Comm_remote_size(other, &others);
    MPI_Request *requests = malloc(2 * others * sizeof *requests);
    int *in = malloc(others * sizeof *in);
    for (int r = 0; r < others; r++) {
        MPI_Irecv(&in[r], 1, MPI_INT, r, 5, other, &requests[2 * r]);
        MPI_Isend(&mine, 1, MPI_INT, r, 5, other, &requests[2 * r + 1]);
    }
    MPI_Waitall(2 * others, requests, MPI_STATUSES_IGNORE);
    for (int r = 0; r < others; r++)
        CHECK(in[r] == 300 - base + r);
    free(in);
    free(requests);
}

// The ranks of both sides in one communicator, the parents first.
static void together(MPI_Comm other, int is_child)
{
    MPI_Comm all;
    int place, number, sum, parents, *long_message = malloc(100000 * sizeof *long_message);
    MPI_Comm_remote_size(other, &parents);
    MPI_Intercomm_merge(other, is_child, &all);
    MPI_Comm_rank(all, &place);
    MPI_Comm_size(all, &number);
    CHECK(number == size + parents && place == (is_child ? parents : 0) + rank);
    MPI_Allreduce(&place, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == number * (number - 1) / 2);
    for (int i = 0; i < 100000; i++)
        long_message[i] = place == number - 1 ? i : 0;
    MPI_Bcast(long_message, 100000, MPI_INT, number - 1, all);
    CHECK(long_message[99999] == 99999);
    int window = -1;
    MPI_Win win;
    MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, all, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&place, 1, MPI_INT, (place + 1) % number, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(window == (place + number - 1) % number);
    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    free(long_message);
}

// Collectives of a world that is a part of the machine.
static void own_world(void)
{
    int sum, half, halves;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm part;
    MPI_Group world, first;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    MPI_Comm_rank(part, &half);
    MPI_Comm_size(part, &halves);
    CHECK(halves == (size + 1 - rank % 2) / 2 && half == halves - 1 - rank / 2);
    MPI_Comm_free(&part);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_rank(world, &half);
    CHECK(half == rank);
    int zero = 0;
    MPI_Group_incl(world, 1, &zero, &first);
    MPI_Group_rank(first, &half);
    CHECK(half == (rank == 0 ? 0 : MPI_UNDEFINED));
    MPI_Group_free(&world);
    MPI_Group_free(&first);
}

static int child(MPI_Comm parent, int argc, char **argv)
{
    CHECK(argc == 3 && strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two words") == 0);
    CHECK(size == CHILDREN);
    own_world();
    exchange(parent, 200);
    int from_root = 0;
    MPI_Bcast(&from_root, 1, MPI_INT, 0, parent);
    CHECK(from_root == 77);
    together(parent, 1);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    begin(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        return child(parent, argc, argv);
    char *arguments[] = {"one", "two words", NULL};
    int codes[CHILDREN] = {1, 1, 1}, root = size - 1, value = 77;
    MPI_Comm_spawn(argv[0], arguments, CHILDREN, MPI_INFO_NULL, root, MPI_COMM_WORLD, &children, codes);
    CHECK(codes[0] == MPI_SUCCESS && codes[CHILDREN - 1] == MPI_SUCCESS);
    own_world();
    exchange(children, 100);
    MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, children);
    together(children, 0);
    MPI_Comm_disconnect(&children);
    return end();
}
