// Tests functions with counts of type MPI_Count: each does the same as the function with counts of type int.
#include "../check.h"

static void messages(void)
{
    int out[4] = {rank, rank + 1, rank + 2, rank + 3}, in[4] = {0}, next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Count count;
    MPI_Irecv_c(in, 4, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend_c(out, 3, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], &status);
    MPI_Get_count_c(&status, MPI_INT, &count);
    CHECK(count == 3 && in[0] == before && in[2] == before + 2);
    MPI_Get_elements_c(&status, MPI_INT, &count);
    CHECK(count == 3);
    MPI_Sendrecv_c(out, 4, MPI_INT, next, 2, in, 4, MPI_INT, before, 2, MPI_COMM_WORLD, &status);
    CHECK(in[3] == before + 3);
    if (size > 1 && rank == 0)
        MPI_Send_c(out, 2, MPI_INT, 1, 3, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv_c(in, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
    char packed[64];
    MPI_Count position = 0, room;
    MPI_Pack_size_c(4, MPI_INT, MPI_COMM_WORLD, &room);
    CHECK(room >= 16 && room <= 64);
    MPI_Pack_c(out, 4, MPI_INT, packed, 64, &position, MPI_COMM_WORLD);
    CHECK(position == 16);
    position = 4;
    MPI_Unpack_c(packed, 64, &position, in, 3, MPI_INT, MPI_COMM_WORLD);
    CHECK(position == 16 && in[0] == rank + 1 && in[2] == rank + 3);
}

static void collectives(void)
{
    int mine[3] = {rank, 10 * rank, 100 * rank}, root[3] = {7, 8, 9}, *all = malloc(3 * size * sizeof(int)), sum[3];
    MPI_Count *counts = malloc(size * sizeof *counts), ones[1024];
    MPI_Aint *places = malloc(size * sizeof *places);
    for (int i = 0; i < size; i++)
        counts[i] = 1 + i % 3, places[i] = 3 * i, ones[i] = 1;
    if (rank != 0)
        memset(root, 0, sizeof root);
    MPI_Bcast_c(root, 3, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(root[2] == 9);
    MPI_Allreduce_c(mine, sum, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum[1] == 10 * size * (size - 1) / 2);
    MPI_Allgather_c(mine, 3, MPI_INT, all, 3, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        CHECK(all[3 * i + 1] == 10 * i);
    memset(all, -1, 3 * size * sizeof(int));
    MPI_Allgatherv_c(mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        CHECK(all[3 * i] == i && all[3 * i + 1] == (i % 3 > 0 ? 10 * i : -1));
    memset(all, -1, 3 * size * sizeof(int));
    MPI_Gatherv_c(mine, counts[rank], MPI_INT, all, rank == 0 ? counts : NULL, rank == 0 ? places : NULL, MPI_INT, 0, MPI_COMM_WORLD);
    memset(mine, -1, sizeof mine);
    MPI_Scatterv_c(all, rank == 0 ? counts : NULL, rank == 0 ? places : NULL, MPI_INT, mine, counts[rank], MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(mine[0] == rank && mine[1] == (rank % 3 > 0 ? 10 * rank : -1));
    int *send = malloc(3 * size * sizeof(int));
    for (int i = 0; i < 3 * size; i++)
        send[i] = 1000 * rank + i;
    MPI_Alltoallv_c(send, ones, places, MPI_INT, all, ones, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        CHECK(all[3 * i] == 1000 * i + 3 * rank);
    MPI_Reduce_scatter_c(send, sum, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum[0] == 1000 * size * (size - 1) / 2 + size * rank);
    free(send);
    free(all);
    free(counts);
    free(places);
}

static void same(MPI_Datatype large, MPI_Datatype small)
{
    MPI_Count bytes, lb, extent;
    MPI_Aint small_lb, small_extent;
    int small_bytes;
    MPI_Type_size_c(large, &bytes);
    MPI_Type_get_extent_c(large, &lb, &extent);
    MPI_Type_size(small, &small_bytes);
    MPI_Type_get_extent(small, &small_lb, &small_extent);
    CHECK(bytes == small_bytes && lb == small_lb && extent == small_extent);
    MPI_Type_free(&large);
    MPI_Type_free(&small);
}

static void types(void)
{
    MPI_Datatype large, small, kinds[2] = {MPI_INT, MPI_DOUBLE};
    MPI_Count lengths[2] = {2, 3}, places[2] = {1, 8}, sizes[2] = {4, 6}, parts[2] = {2, 3}, starts[2] = {1, 2};
    int small_lengths[2] = {2, 3}, small_places[2] = {1, 8}, small_sizes[2] = {4, 6}, small_parts[2] = {2, 3}, small_starts[2] = {1, 2};
    MPI_Aint bytes[2] = {1, 8};
    MPI_Type_contiguous_c(5, MPI_INT, &large), MPI_Type_contiguous(5, MPI_INT, &small), same(large, small);
    MPI_Type_vector_c(3, 2, 4, MPI_INT, &large), MPI_Type_vector(3, 2, 4, MPI_INT, &small), same(large, small);
    MPI_Type_create_hvector_c(3, 2, 40, MPI_INT, &large), MPI_Type_create_hvector(3, 2, 40, MPI_INT, &small), same(large, small);
    MPI_Type_indexed_c(2, lengths, places, MPI_INT, &large), MPI_Type_indexed(2, small_lengths, small_places, MPI_INT, &small), same(large, small);
    MPI_Type_create_hindexed_c(2, lengths, places, MPI_CHAR, &large), MPI_Type_create_hindexed(2, small_lengths, bytes, MPI_CHAR, &small);
    same(large, small);
    MPI_Type_create_indexed_block_c(2, 2, places, MPI_INT, &large), MPI_Type_create_indexed_block(2, 2, small_places, MPI_INT, &small);
    same(large, small);
    MPI_Type_create_hindexed_block_c(2, 2, places, MPI_INT, &large), MPI_Type_create_hindexed_block(2, 2, bytes, MPI_INT, &small);
    same(large, small);
    MPI_Type_create_struct_c(2, lengths, places, kinds, &large), MPI_Type_create_struct(2, small_lengths, bytes, kinds, &small);
    same(large, small);
    MPI_Type_create_resized_c(MPI_INT, -4, 20, &large), MPI_Type_create_resized(MPI_INT, -4, 20, &small), same(large, small);
    MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &large);
    MPI_Type_create_subarray(2, small_sizes, small_parts, small_starts, MPI_ORDER_C, MPI_INT, &small), same(large, small);
}

static void windows(void)
{
    int memory[4] = {0}, out = 5 + rank, in = 0;
    MPI_Win win;
    MPI_Win_create_c(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(&out, 1, MPI_INT, (rank + 1) % size, 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Get_c(&in, 1, MPI_INT, (rank + 1) % size, 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(in == 5 + rank && memory[2] == 5 + (rank + size - 1) % size);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    messages();
    collectives();
    types();
    windows();
    return end();
}
