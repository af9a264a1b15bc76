// The session of a communicator: that of the group from which it is made, and of the groups from which this one is made. Only the first
// session has a buffer, so a buffered send tells whose communicator it is.
#include "../check.h"

enum { ROOM = 1000 + MPI_BSEND_OVERHEAD };

static MPI_Session first, second;

static MPI_Group world_of(MPI_Session session)
{
    MPI_Group group;
    CHECK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group) == MPI_SUCCESS);
    return group;
}

// Makes a communicator of the group and frees the group. Is there a buffer for the communicator's messages?
static int belongs(MPI_Group group, MPI_Comm *kept)
{
    MPI_Comm comm;
    char out[100] = {0}, in[100];
    int own;
    MPI_Comm_create_from_group(group, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &own);
    int error = MPI_Bsend(out, sizeof out, MPI_BYTE, own, 0, comm);
    CHECK(error == MPI_SUCCESS || class_of(error) == MPI_ERR_BUFFER);
    if (error == MPI_SUCCESS)
        MPI_Recv(in, sizeof in, MPI_BYTE, own, 0, comm, MPI_STATUS_IGNORE);
    if (kept != NULL)
        *kept = comm;
    else
        MPI_Comm_free(&comm);
    return error == MPI_SUCCESS;
}

// Groups that are made of others, while the other session's groups are used in between.
static void derived(MPI_Group one, MPI_Group two)
{
    MPI_Group group, self, none, of_comm, world;
    MPI_Comm comm, copy;
    int all[] = {0, size - 1, 1}, compared;
    MPI_Group_incl(one, 1, &rank, &group);
    MPI_Group_incl(two, 1, &rank, &self);
    CHECK(belongs(group, NULL) && !belongs(self, NULL));
    MPI_Group_range_excl(one, 0, &all, &group);
    MPI_Group_difference(two, two, &none);
    CHECK(none == MPI_GROUP_EMPTY);
    MPI_Group_union(one, none, &self);
    CHECK(belongs(group, &comm) && belongs(self, NULL));
    // Groups of communicators, and of those that are made of them.
    MPI_Comm_group(comm, &of_comm);
    MPI_Comm_split(comm, 0, rank, &copy);
    MPI_Group_compare(of_comm, two, &compared);
    CHECK(compared == MPI_IDENT && belongs(of_comm, NULL));
    MPI_Comm_group(copy, &of_comm);
    MPI_Group_intersection(of_comm, one, &group);
    MPI_Group_free(&of_comm);
    CHECK(belongs(group, NULL));
    MPI_Comm_free(&comm);
    MPI_Comm_free(&copy);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &rank, &group);
    CHECK(!belongs(group, NULL) && !belongs(world, NULL));
}

int main(int argc, char **argv)
{
    static char buffer[ROOM];
    begin(&argc, &argv);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
    CHECK(MPI_Session_attach_buffer(first, buffer, sizeof buffer) == MPI_SUCCESS);
    MPI_Group one = world_of(first), two = world_of(second);
    CHECK(!belongs(world_of(second), NULL) && belongs(world_of(first), NULL));
    derived(one, two);
    // Also in another order than that of the calls that gave the groups.
    CHECK(belongs(one, NULL) && !belongs(two, NULL));
    MPI_Session_finalize(&first);
    MPI_Session_finalize(&second);
    return end();
}
