// Tests splitting an inter-communicator, and creating another one from it.
#include "../check.h"

// Colours: one that both sides have, one that only the lower side has, and MPI_UNDEFINED.
static void split(MPI_Comm inter, int upper, int me, int mine, int others)
{
    MPI_Comm part;
    int color = me % 2 == 0 ? 0 : upper ? MPI_UNDEFINED : 1, ranks, remote, at, got = -1, sent = 1000 * upper + me;
    MPI_Comm_split(inter, color, -me, &part);
    CHECK((part == MPI_COMM_NULL) == (color != 0));
    if (part == MPI_COMM_NULL)
        return;
    MPI_Comm_size(part, &ranks);
    MPI_Comm_remote_size(part, &remote);
    MPI_Comm_rank(part, &at);
    CHECK(ranks == (mine + 1) / 2 && remote == (others + 1) / 2 && at == ranks - 1 - me / 2);
    if (at < remote) {
        MPI_Sendrecv(&sent, 1, MPI_INT, at, 0, &got, 1, MPI_INT, at, 0, part, MPI_STATUS_IGNORE);
        CHECK(got == 1000 * !upper + 2 * (remote - 1 - at));
    }
    MPI_Comm_free(&part);
}

// The first two ranks of each side, in reverse order.
static void create(MPI_Comm inter, int me, int mine, int others)
{
    MPI_Group group, some;
    MPI_Comm part;
    int list[] = {mine > 1, 0}, ranks, at;
    MPI_Comm_group(inter, &group);
    MPI_Group_incl(group, mine > 1 ? 2 : 1, list, &some);
    MPI_Comm_create(inter, some, &part);
    CHECK((part == MPI_COMM_NULL) == (me > 1));
    if (part != MPI_COMM_NULL) {
        MPI_Comm_remote_size(part, &ranks);
        MPI_Comm_rank(part, &at);
        CHECK(ranks == (others > 1 ? 2 : 1) && at == (mine > 1 ? 1 - me : 0));
        MPI_Comm_free(&part);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&group);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    // One rank on one side, all others on the other.
    int upper = rank > 0, mine = upper ? size - 1 : 1, others = size - mine, me = upper ? rank - 1 : 0;
    for (int turn = 0; turn < 2; turn++) {
        MPI_Comm side, inter;
        MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &side);
        MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, turn == 0 ? !upper : upper ? 0 : (size + 1) / 2, turn, &inter);
        split(inter, upper, me, mine, others);
        create(inter, me, mine, others);
        MPI_Comm_disconnect(&inter);
        CHECK(inter == MPI_COMM_NULL);
        MPI_Comm_free(&side);
        upper = rank >= (size + 1) / 2;
        mine = upper ? size / 2 : (size + 1) / 2;
        others = size - mine;
        me = upper ? rank - others : rank;
    }
    return end();
}
