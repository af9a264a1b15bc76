// Tests messages of a rank to itself in MPI_COMM_WORLD and in MPI_COMM_SELF. The two do not mix.
#include "../check.h"

static void loop(MPI_Comm comm, int me, size_t bytes)
{
    unsigned char *out = malloc(bytes + 1), *in = calloc(bytes + 1, 1);
    MPI_Request request;
    MPI_Status status;
    fill(out, bytes, bytes);
    MPI_Irecv(in, (int)bytes, MPI_BYTE, me, 9, comm, &request);
    MPI_Send(out, (int)bytes, MPI_BYTE, me, 9, comm);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == me && filled(in, bytes, bytes));
    memset(in, 0, bytes);
    MPI_Isend(out, (int)bytes, MPI_BYTE, me, 9, comm, &request);
    MPI_Recv(in, (int)bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(count_of(&status, MPI_BYTE) == (int)bytes && filled(in, bytes, bytes));
    memset(in, 0, bytes);
    MPI_Sendrecv(out, (int)bytes, MPI_BYTE, me, 1, in, (int)bytes, MPI_BYTE, me, 1, comm, &status);
    CHECK(filled(in, bytes, bytes));
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    static const size_t lengths[] = {0, 1, 24, 25, 240, 241, 4096, 4097, 100000};
    begin(&argc, &argv);
    int self_rank = -1, self_size = -1;
    MPI_Comm_rank(MPI_COMM_SELF, &self_rank);
    MPI_Comm_size(MPI_COMM_SELF, &self_size);
    CHECK(self_rank == 0 && self_size == 1);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        loop(MPI_COMM_WORLD, rank, lengths[i]);
        loop(MPI_COMM_SELF, 0, lengths[i]);
    }
    int world = 1, self = 2, got = 0;
    MPI_Request requests[2];
    MPI_Isend(&world, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&self, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    CHECK(got == 2);
    MPI_Recv(&got, 1, MPI_INT, rank, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    got = 0;
    MPI_Allreduce(&self, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    CHECK(got == 2);
    MPI_Barrier(MPI_COMM_SELF);
    return end();
}
