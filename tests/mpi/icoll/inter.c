// Tests non-blocking and persistent collectives of an inter-communicator. Several are under way at once, beside collectives of the local group.
#include "../check.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int odd = rank % 2, here, there, own;
    MPI_Comm group, inter;
    MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, !odd, 5, &inter);
    MPI_Comm_size(inter, &here);
    MPI_Comm_remote_size(inter, &there);
    MPI_Comm_rank(inter, &own);
    int mine = 1 + own + 100 * odd, sum = 0, local = 0, told = mine, expected = 0, ours = 0, up = 0, total = here * there;
    int *all = calloc(there, sizeof *all), *others = calloc(there, sizeof *others);
    int *many = malloc(total * sizeof *many), *part = calloc(there, sizeof *part);
    for (int r = 0; r < there; r++)
        expected += 1 + r + 100 * !odd;
    for (int r = 0; r < here; r++)
        ours += 1 + r + 100 * odd;
    for (int i = 0; i < total; i++)
        many[i] = i * mine;
    MPI_Request requests[9], again;
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter, &requests[0]);
    MPI_Iallgather(&mine, 1, MPI_INT, all, 1, MPI_INT, inter, &requests[1]);
    MPI_Ibarrier(inter, &requests[2]);
    MPI_Iallreduce(&mine, &local, 1, MPI_INT, MPI_SUM, group, &requests[3]);
    MPI_Ialltoall(many, 1, MPI_INT, others, 1, MPI_INT, inter, &requests[4]);
    MPI_Ibcast(&told, 1, MPI_INT, odd ? 0 : own == 0 ? MPI_ROOT : MPI_PROC_NULL, inter, &requests[5]);
    MPI_Ireduce(&mine, &up, 1, MPI_INT, MPI_SUM, odd ? 0 : own == 0 ? MPI_ROOT : MPI_PROC_NULL, inter, &requests[6]);
    MPI_Ireduce_scatter_block(many, part, there, MPI_INT, MPI_SUM, inter, &requests[7]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[8]);
    MPI_Barrier(inter);
    for (int i = 8; i >= 0; i--)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    CHECK(sum == expected && local == ours);
    for (int r = 0; r < there; r++) {
        CHECK(all[r] == 1 + r + 100 * !odd);
        CHECK(others[r] == own * (1 + r + 100 * !odd));
        CHECK(part[r] == (own * there + r) * expected);
    }
    CHECK(told == (odd || own == 0 ? 1 : mine));
    CHECK(odd || own != 0 || up == expected);
    MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_MAX, inter, MPI_INFO_NULL, &again);
    for (int i = 0; i < 3; i++) {
        mine = own + i + 10 * odd;
        sum = -1;
        MPI_Start(&again);
        MPI_Wait(&again, MPI_STATUS_IGNORE);
        CHECK(sum == there - 1 + i + 10 * !odd);
    }
    MPI_Request_free(&again);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&group);
    return end();
}
