// Tests the individual and the shared file pointer: every kind of access moves them.
#include "../check.h"

static MPI_File file;
static MPI_Status status;

static MPI_Offset own(void)
{
    MPI_Offset at;
    MPI_File_get_position(file, &at);
    return at;
}

static MPI_Offset shared(void)
{
    MPI_Offset at;
    MPI_File_get_position_shared(file, &at);
    return at;
}

static void individual(void)
{
    int out[4] = {rank, rank + 1, rank + 2, rank + 3}, in[4] = {0};
    MPI_Request request;
    MPI_File_seek(file, 8 * rank, MPI_SEEK_SET);
    MPI_File_write(file, out, 2, MPI_INT, &status);
    CHECK(own() == 8 * rank + 2);
    MPI_File_iwrite(file, out + 2, 1, MPI_INT, &request);
    MPI_Wait(&request, &status);
    CHECK(count_of(&status, MPI_INT) == 1 && own() == 8 * rank + 3);
    MPI_File_iwrite_all(file, out + 3, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_seek(file, -4, MPI_SEEK_CUR);
    MPI_File_read_all(file, in, 1, MPI_INT, &status);
    MPI_File_read(file, in + 1, 1, MPI_INT, &status);
    MPI_File_iread(file, in + 2, 2, MPI_INT, &request);
    MPI_Wait(&request, &status);
    CHECK(memcmp(in, out, sizeof in) == 0 && own() == 8 * rank + 4);
    memset(in, 0, sizeof in);
    MPI_File_iread_at(file, 8 * rank + 1, in, 2, MPI_INT, &request);
    MPI_Wait(&request, &status);
    CHECK(in[0] == out[1] && in[1] == out[2] && own() == 8 * rank + 4);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek(file, -1, MPI_SEEK_END);
    MPI_File_read(file, in, 1, MPI_INT, &status);
    CHECK(in[0] == size - 1 + 3);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(class_of(MPI_File_seek(file, -1000, MPI_SEEK_SET)) == MPI_ERR_ARG);
}

static void split(void)
{
    int out[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2}, in[3];
    MPI_File_seek(file, 3 * rank, MPI_SEEK_SET);
    MPI_File_write_all_begin(file, out, 3, MPI_INT);
    MPI_File_write_all_end(file, out, &status);
    CHECK(count_of(&status, MPI_INT) == 3 && own() == 3 * rank + 3);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    int other = (rank + 1) % size;
    MPI_File_read_at_all_begin(file, 3 * other, in, 3, MPI_INT);
    MPI_File_read_at_all_end(file, in, &status);
    CHECK(in[0] == 10 * other && in[2] == 10 * other + 2 && own() == 3 * rank + 3);
    MPI_Barrier(MPI_COMM_WORLD);
}

// All ranks write by the shared pointer. Afterwards the file holds all their data once, in some order.
static void together(void)
{
    enum { EACH = 5 };
    MPI_File_set_size(file, 0);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    CHECK(shared() == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < EACH; i++) {
        int mine[2] = {100 * rank + i, -(100 * rank + i)};
        MPI_Request request;
        if (i % 2 == 0) {
            MPI_File_write_shared(file, mine, 2, MPI_INT, &status);
        } else {
            MPI_File_iwrite_shared(file, mine, 2, MPI_INT, &request);
            MPI_Wait(&request, &status);
        }
        CHECK(count_of(&status, MPI_INT) == 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(shared() == 2 * EACH * size);
    int *all = malloc(2 * EACH * size * sizeof(int)), *seen = calloc(size, sizeof(int));
    MPI_File_read_at(file, 0, all, 2 * EACH * size, MPI_INT, &status);
    for (int i = 0; i < EACH * size; i++) {
        int from = all[2 * i] / 100;
        CHECK(all[2 * i + 1] == -all[2 * i] && all[2 * i] % 100 == seen[from]++);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, -2 * size, MPI_SEEK_END);
    int last[2];
    MPI_File_read_shared(file, last, 2, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 2 && last[1] == -last[0]);
    free(all);
    free(seen);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(shared() == 2 * EACH * size);
    MPI_Barrier(MPI_COMM_WORLD);
}

// Writes in order of the ranks, with another length on each rank.
static void ordered(void)
{
    int out[20], in[20];
    for (int i = 0; i < 20; i++)
        out[i] = 1000 * rank + i;
    int count = rank % 4, before = 0;
    for (int i = 0; i < rank; i++)
        before += i % 4;
    MPI_File_seek_shared(file, 3, MPI_SEEK_SET);
    MPI_File_write_ordered(file, out, count, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == count);
    MPI_File_write_ordered_begin(file, out, 1, MPI_INT);
    MPI_File_write_ordered_end(file, out, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, 3 + before, in, count, MPI_INT, &status);
    CHECK(memcmp(in, out, count * sizeof(int)) == 0);
    MPI_File_seek_shared(file, 3, MPI_SEEK_SET);
    MPI_File_read_ordered(file, in, count, MPI_INT, &status);
    CHECK(memcmp(in, out, count * sizeof(int)) == 0);
    MPI_File_read_ordered_begin(file, in, 1, MPI_INT);
    MPI_File_read_ordered_end(file, in, &status);
    CHECK(in[0] == out[0]);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "io-pointers.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 0);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    individual();
    split();
    together();
    ordered();
    MPI_File_close(&file);
    return end();
}
