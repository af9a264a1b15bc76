// Random views and data: each rank owns random pieces of a file and moves
// them by a random function. The file must then equal a plain array.
#include "../check.h"

enum { BLOCKS = 24, ROUNDS = 12, TILES = 4 };

static unsigned state;

static unsigned below(unsigned limit)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % limit;
}

// One round: the blocks of a tile are dealt to the ranks, with the same result on all ranks. Some blocks have no owner.
struct deal {
    int owner[BLOCKS], bytes[BLOCKS], place[BLOCKS], extent;
};

static void deal(struct deal *d)
{
    int at = below(8);
    for (int i = 0; i < BLOCKS; i++) {
        d->owner[i] = (int)below(size + 1) - 1;
        d->bytes[i] = 1 + (int)below(below(4) == 0 ? 300 : 16);
        d->place[i] = at;
        at += d->bytes[i] + (below(3) == 0 ? (int)below(9) : 0);
    }
    d->extent = at + (int)below(5);
}

static MPI_Datatype filetype_of(const struct deal *d, int *bytes)
{
    int lengths[BLOCKS], count = 0;
    MPI_Aint places[BLOCKS];
    *bytes = 0;
    for (int i = 0; i < BLOCKS; i++)
        if (d->owner[i] == rank) {
            lengths[count] = d->bytes[i];
            places[count++] = d->place[i];
            *bytes += d->bytes[i];
        }
    MPI_Datatype blocks, type;
    MPI_Type_create_hindexed(count, lengths, places, MPI_BYTE, &blocks);
    MPI_Type_create_resized(blocks, 0, d->extent, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&blocks);
    return type;
}

// A type for data in memory with a gap after every third byte, if there are so many.
static MPI_Datatype spread_of(int bytes)
{
    MPI_Datatype type;
    MPI_Type_vector(bytes / 3, 3, 4, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

static void write_out(MPI_File file, const unsigned char *data, int bytes, unsigned way)
{
    MPI_Status status;
    MPI_Request request;
    switch (way) {
    case 0: MPI_File_write_all(file, data, bytes, MPI_BYTE, &status); break;
    case 1: MPI_File_write_at_all(file, 0, data, bytes, MPI_BYTE, &status); break;
    case 2: MPI_File_write(file, data, bytes, MPI_BYTE, &status); break;
    case 3: MPI_File_iwrite_at(file, 0, data, bytes, MPI_BYTE, &request); MPI_Wait(&request, &status); break;
    default:
        MPI_File_write_all_begin(file, data, bytes, MPI_BYTE);
        MPI_File_write_all_end(file, data, &status);
    }
    CHECK(count_of(&status, MPI_BYTE) == bytes);
}

static void spread_out(MPI_File file, const unsigned char *data, int bytes, int collective)
{
    MPI_Datatype spread = spread_of(bytes);
    unsigned char *wide = malloc(2 * bytes + 4);
    for (int i = 0; i < bytes; i++)
        wide[i / 3 * 4 + i % 3] = data[i];
    MPI_Status status;
    if (collective)
        MPI_File_write_at_all(file, 0, wide, 1, spread, &status);
    else
        MPI_File_write_at(file, 0, wide, 1, spread, &status);
    if (bytes >= 3)
        CHECK(count_of(&status, MPI_BYTE) == bytes / 3 * 3);
    MPI_File_write_at(file, bytes / 3 * 3, data + bytes / 3 * 3, bytes % 3, MPI_BYTE, &status);
    free(wide);
    MPI_Type_free(&spread);
}

static void round_of(MPI_File file, int round)
{
    struct deal d;
    deal(&d);
    int bytes, disp = (int)below(40), tiles = 1 + (int)below(TILES);
    unsigned way = below(7), reading = below(2);
    MPI_Datatype filetype = filetype_of(&d, &bytes);
    int total = bytes * tiles, whole = disp + tiles * d.extent;
    unsigned char *expected = malloc(whole), *mine = malloc(total + 1), *got = malloc(whole + total);
    memset(expected, 0, whole);
    int at = 0;
    for (int tile = 0; tile < tiles; tile++)
        for (int i = 0; i < BLOCKS; i++)
            for (int j = 0; j < d.bytes[i] && d.owner[i] >= 0; j++) {
                int place = disp + tile * d.extent + d.place[i] + j;
                expected[place] = pattern(place, round);
                if (d.owner[i] == rank)
                    mine[at++] = expected[place];
            }
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_set_size(file, 0);
    MPI_File_set_size(file, whole);
    MPI_Barrier(MPI_COMM_WORLD);
    // A rank that owns nothing uses the default view.
    MPI_File_set_view(file, bytes == 0 ? 0 : disp, MPI_BYTE, bytes == 0 ? MPI_BYTE : filetype, "native", MPI_INFO_NULL);
    if (way < 5)
        write_out(file, mine, total, way);
    else
        spread_out(file, mine, total, way == 5);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Status status;
    memset(got, 0, total + 1);
    if (reading)
        MPI_File_read_at_all(file, 0, got, total, MPI_BYTE, &status);
    else
        MPI_File_read_at(file, 0, got, total, MPI_BYTE, &status);
    CHECK(count_of(&status, MPI_BYTE) == total && memcmp(got, mine, total) == 0);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at_all(file, 0, got, whole, MPI_BYTE, &status);
    CHECK(count_of(&status, MPI_BYTE) == whole && memcmp(got, expected, whole) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    free(expected);
    free(mine);
    free(got);
    MPI_Type_free(&filetype);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "io-random.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    for (int round = 0; round < ROUNDS; round++)
        round_of(file, round);
    MPI_File_set_atomicity(file, 1);
    for (int round = ROUNDS; round < ROUNDS + 3; round++)
        round_of(file, round);
    MPI_File_close(&file);
    return end();
}
