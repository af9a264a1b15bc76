// Tests pairs of a value and an index, whose padding is not sent, and other types of odd sizes.
#include "../check.h"

enum { N = 70 };

struct pair {
    double value;
    int index;
};

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static struct pair in[N + 1], out[N];
    static long double odd[N], even[N];
    MPI_Status status;
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int i = 0; i < N; i++) {
        out[i] = (struct pair){i * 0.5 + rank, i - rank};
        odd[i] = i * 3 + rank;
    }
    MPI_Sendrecv(out, N, MPI_DOUBLE_INT, next, 1, in, N + 1, MPI_DOUBLE_INT, before, 1, MPI_COMM_WORLD, &status);
    CHECK(count_of(&status, MPI_DOUBLE_INT) == N);
    for (int i = 0; i < N; i++)
        CHECK(in[i].value == i * 0.5 + before && in[i].index == i - before);
    MPI_Sendrecv(odd, N, MPI_LONG_DOUBLE, next, 2, even, N, MPI_LONG_DOUBLE, before, 2, MPI_COMM_WORLD, &status);
    CHECK(count_of(&status, MPI_LONG_DOUBLE) == N && even[N - 1] == (N - 1) * 3 + before);
    MPI_Request request;
    memset(in, 0, sizeof in);
    MPI_Irecv(in, N, MPI_DOUBLE_INT, before, 3, MPI_COMM_WORLD, &request);
    MPI_Send(out, 2, MPI_DOUBLE_INT, next, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    CHECK(count_of(&status, MPI_DOUBLE_INT) == 2 && in[1].value == 0.5 + before && in[1].index == 1 - before && in[2].value == 0);
    return end();
}
