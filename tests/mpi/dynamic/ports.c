// Two halves of the ranks, with no communicator of both, meet at a port: once as a whole, then each rank of the second half by itself.
#include "../check.h"

static MPI_Comm half;
static int half_rank, half_size, other_size;

// Every rank of the side tells its number to every rank of the other side.
static void exchange(MPI_Comm other, int own)
{
    int count, mine;
    MPI_Comm_remote_size(other, &count);
    MPI_Comm_rank(other, &mine);
    int *all = malloc(count * sizeof *all), value = 100 * own + mine;
    MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, other);
    for (int r = 0; r < count; r++)
        CHECK(all[r] == 100 * (1 - own) + r);
    free(all);
}

static void serve(const char *port)
{
    MPI_Comm clients;
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &clients);
    exchange(clients, 0);
    MPI_Comm_disconnect(&clients);
    for (int i = 0; i < other_size; i++) {
        int number = -1;
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &clients);
        if (half_rank == 0)
            MPI_Recv(&number, 1, MPI_INT, 0, 3, clients, MPI_STATUS_IGNORE);
        CHECK(half_rank != 0 || (number >= 0 && number < other_size));
        MPI_Comm_disconnect(&clients);
    }
}

static void visit(const char *port)
{
    MPI_Comm servers;
    MPI_Comm_connect(port, MPI_INFO_NULL, half_size - 1, half, &servers);
    exchange(servers, 1);
    MPI_Comm_disconnect(&servers);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &servers);
    MPI_Send(&half_rank, 1, MPI_INT, 0, 3, servers);
    MPI_Comm_disconnect(&servers);
}

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME] = "";
    begin(&argc, &argv);
    int side = rank >= size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Comm_rank(half, &half_rank);
    MPI_Comm_size(half, &half_size);
    other_size = size - half_size;
    if (rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (side == 0)
        serve(port);
    else
        visit(port);
    if (rank == 0)
        MPI_Close_port(port);
    MPI_Comm_free(&half);
    return end();
}
