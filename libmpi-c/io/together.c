// Collective accesses in two phases. If the parts of the ranks interleave, the range of the access is divided among the ranks. Each
// rank moves its share of the file in long pieces, and messages carry the data between it and the ranks that want or have it.
// Method: R. Thakur, W. Gropp, E. Lusk: Data Sieving and Collective I/O in ROMIO, 1999.
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "io/file.h"

static const char file_no_memory[] = "MPI: no memory for a collective access to a file";

// `bytes` bytes of the file from `offset` on. `data` is their place in memory at the rank that moves them.
struct file_run {
    int64_t offset, bytes;
    unsigned char *data;
};

// A run as it is sent.
struct file_wire {
    int64_t offset, bytes;
};

// The access of one rank: from `low` to before `high`, `bytes` in all, in `runs` runs.
struct file_range {
    int64_t low, high, bytes, runs;
};

static struct file_range file_range_of(struct file_cursor cursor, size_t bytes)
{
    struct file_range range = {INT64_MAX, 0, (int64_t)bytes, 0};
    for (size_t seen = 0; seen < bytes; range.runs++) {
        MPI_Offset offset;
        size_t run = file_cursor_next(&cursor, bytes - seen, &offset);
        seen += run;
        if (offset < range.low)
            range.low = offset;
        if (offset + (MPI_Offset)run > range.high)
            range.high = offset + (MPI_Offset)run;
    }
    return range;
}

// The access of all ranks together: the whole range, and the bytes of each rank's share.
struct file_plan {
    int size;
    int64_t low, high, share;
};

// Should ranks exchange data: do their parts interleave, and do counts of bytes fit into an int?
static bool file_interleaves(const struct file_range *ranges, struct file_plan *plan)
{
    bool interleaves = false;
    int64_t total = 0;
    plan->low = INT64_MAX;
    plan->high = 0;
    for (int i = 0; i < plan->size; i++) {
        const struct file_range *range = &ranges[i];
        if (range->bytes == 0)
            continue;
        interleaves |= range->low < plan->high;
        plan->low = range->low < plan->low ? range->low : plan->low;
        plan->high = range->high > plan->high ? range->high : plan->high;
        total += range->bytes + range->runs * (int64_t)sizeof(struct file_wire);
    }
    plan->share = plan->high > plan->low ? (plan->high - plan->low + plan->size - 1) / plan->size : 1;
    return interleaves && total < INT_MAX;
}

// Counts and displacements of an exchange, in bytes, for each rank.
struct file_parts {
    int *counts, *places;
    unsigned char *bytes;
};

static struct file_parts file_parts_new(int size)
{
    struct file_parts parts = {p2p_allocate(2 * size * sizeof(int), file_no_memory), NULL, NULL};
    memset(parts.counts, 0, 2 * size * sizeof(int));
    parts.places = parts.counts + size;
    return parts;
}

static void file_parts_place(struct file_parts *parts, int size)
{
    int at = 0;
    for (int i = 0; i < size; i++) {
        parts->places[i] = at;
        at += parts->counts[i];
    }
    parts->bytes = p2p_allocate((size_t)at + 1, file_no_memory);
}

static void file_parts_free(struct file_parts *parts)
{
    p2p_free(parts->counts);
    p2p_free(parts->bytes);
}

// One rank's side of the exchange: the runs that it asks others to move, and those that others ask it to move.
struct file_exchange {
    struct file *file;
    struct file_plan plan;
    struct file_parts asks, asked;          // struct file_wire
    struct file_parts gives, given;         // data, in the same order
    size_t runs;
    struct file_run *run;                   // the runs that this rank moves, in order of their offsets
};

// Done for each part of the rank's runs within one share: count it, or list it and copy its data from or to `packed`.
enum file_step { FILE_COUNT, FILE_ASK, FILE_TAKE };

static void file_split(struct file_exchange *x, enum file_step step, bool writes, unsigned char *packed, size_t bytes, struct file_cursor cursor,
                       int *asked_at, int *given_at)
{
    for (size_t seen = 0; seen < bytes;) {
        MPI_Offset offset;
        size_t run = file_cursor_next(&cursor, bytes - seen, &offset);
        while (run > 0) {
            int owner = (int)((offset - x->plan.low) / x->plan.share);
            int64_t end = x->plan.low + (owner + 1) * x->plan.share;
            size_t now = (int64_t)run < end - offset ? run : (size_t)(end - offset);
            if (step == FILE_COUNT) {
                x->asks.counts[owner] += sizeof(struct file_wire);
                x->gives.counts[owner] += (int)now;
            } else {
                unsigned char *data = x->gives.bytes + x->gives.places[owner] + given_at[owner];
                if (step == FILE_ASK) {
                    struct file_wire wire = {offset, (int64_t)now};
                    memcpy(x->asks.bytes + x->asks.places[owner] + asked_at[owner], &wire, sizeof wire);
                    asked_at[owner] += sizeof wire;
                }
                if (step == FILE_ASK && writes)
                    memcpy(data, packed + seen, now);
                if (step == FILE_TAKE)
                    memcpy(packed + seen, data, now);
                given_at[owner] += (int)now;
            }
            offset += (MPI_Offset)now;
            seen += now;
            run -= now;
        }
    }
}

static void file_walk(struct file_exchange *x, enum file_step step, bool writes, unsigned char *packed, size_t bytes, struct file_cursor cursor)
{
    size_t room = x->plan.size * sizeof(int);
    int *at = p2p_allocate(2 * room, file_no_memory);
    memset(at, 0, 2 * room);
    file_split(x, step, writes, packed, bytes, cursor, at, at + x->plan.size);
    p2p_free(at);
}

// Shell sort, because the runs of each rank are mostly in order already.
static void file_sort(struct file_run *run, size_t count)
{
    size_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (size_t i = gap; i < count; i++) {
            struct file_run moving = run[i];
            size_t at = i;
            for (; at >= gap && run[at - gap].offset > moving.offset; at -= gap)
                run[at] = run[at - gap];
            run[at] = moving;
        }
}

// Lists the runs that the others have asked for.
static void file_list(struct file_exchange *x)
{
    size_t count = 0;
    for (int i = 0; i < x->plan.size; i++)
        count += x->asked.counts[i] / sizeof(struct file_wire);
    x->run = p2p_allocate((count + 1) * sizeof *x->run, file_no_memory);
    for (int i = 0; i < x->plan.size; i++) {
        unsigned char *data = x->given.bytes + x->given.places[i];
        for (int at = 0; at < x->asked.counts[i]; at += sizeof(struct file_wire)) {
            struct file_wire wire;
            memcpy(&wire, x->asked.bytes + x->asked.places[i] + at, sizeof wire);
            x->run[x->runs++] = (struct file_run){wire.offset, wire.bytes, data};
            data += wire.bytes;
        }
    }
    file_sort(x->run, x->runs);
}

// The bytes that one host call moves at most, unless a single run is longer.
enum { FILE_BUFFER = 1 << 22 };

// Finds the runs from `from` on that one call can move: they touch or overlap. Returns the next index and sets `*bytes`.
static size_t file_adjacent(const struct file_exchange *x, size_t from, size_t *bytes)
{
    int64_t first = x->run[from].offset, end = first + x->run[from].bytes;
    size_t to = from + 1;
    for (; to < x->runs && x->run[to].offset <= end; to++) {
        int64_t behind = x->run[to].offset + x->run[to].bytes;
        if (behind > end && behind - first > FILE_BUFFER)
            break;
        if (behind > end)
            end = behind;
    }
    *bytes = (size_t)(end - first);
    return to;
}

// Moves this rank's share of the file. Returns false with errno if the host refuses.
static bool file_move_share(struct file_exchange *x, bool writes)
{
    bool well = true;
    for (size_t from = 0, to; from < x->runs && well; from = to) {
        size_t bytes, moved;
        to = file_adjacent(x, from, &bytes);
        int64_t first = x->run[from].offset;
        unsigned char *buffer = p2p_allocate(bytes, file_no_memory);
        for (size_t i = from; i < to && writes; i++)
            memcpy(buffer + (x->run[i].offset - first), x->run[i].data, (size_t)x->run[i].bytes);
        well = file_move(x->file, writes, buffer, bytes, first, &moved);
        if (!writes && moved < bytes)
            memset(buffer + moved, 0, bytes - moved);
        for (size_t i = from; i < to && !writes; i++)
            memcpy(x->run[i].data, buffer + (x->run[i].offset - first), (size_t)x->run[i].bytes);
        p2p_free(buffer);
    }
    return well;
}

static void file_swap(const struct file_parts *out, const struct file_parts *in, MPI_Comm comm)
{
    PMPI_Alltoallv(out->bytes, out->counts, out->places, MPI_BYTE, in->bytes, in->counts, in->places, MPI_BYTE, comm);
}

// Returns how many leading bytes of an access lie before the end of the file. All, if the host cannot tell the size.
static size_t file_before_end(struct file *file, size_t bytes, struct file_cursor cursor)
{
    MPI_Offset size = file_size(file), offset;
    if (size < 0)
        return bytes;
    for (size_t seen = 0; seen < bytes;) {
        size_t run = file_cursor_next(&cursor, bytes - seen, &offset);
        if (offset + (MPI_Offset)run > size)
            return seen + (offset < size ? (size_t)(size - offset) : 0);
        seen += run;
    }
    return bytes;
}

static bool file_move_exchanged(struct file *file, const struct file_plan *plan, bool writes, unsigned char *packed, size_t bytes,
                                struct file_cursor cursor, size_t *moved)
{
    MPI_Comm comm = comm_handle(file->comm);
    int size = plan->size;
    struct file_exchange x = {.file = file, .plan = *plan, .asks = file_parts_new(size), .asked = file_parts_new(size),
                              .gives = file_parts_new(size), .given = file_parts_new(size)};
    file_walk(&x, FILE_COUNT, writes, packed, bytes, cursor);
    PMPI_Alltoall(x.asks.counts, 1, MPI_INT, x.asked.counts, 1, MPI_INT, comm);
    PMPI_Alltoall(x.gives.counts, 1, MPI_INT, x.given.counts, 1, MPI_INT, comm);
    file_parts_place(&x.asks, size);
    file_parts_place(&x.asked, size);
    file_parts_place(&x.gives, size);
    file_parts_place(&x.given, size);
    file_walk(&x, FILE_ASK, writes, packed, bytes, cursor);
    file_swap(&x.asks, &x.asked, comm);
    if (writes)
        file_swap(&x.gives, &x.given, comm);
    file_list(&x);
    bool well = file_move_share(&x, writes);
    int error = errno;
    *moved = well ? bytes : 0;
    if (!writes) {
        file_swap(&x.given, &x.gives, comm);
        *moved = file_before_end(file, bytes, cursor);
        file_walk(&x, FILE_TAKE, writes, packed, *moved, cursor);
    }
    file_parts_free(&x.asks);
    file_parts_free(&x.asked);
    file_parts_free(&x.gives);
    file_parts_free(&x.given);
    p2p_free(x.run);
    errno = error;
    return well;
}

bool file_move_together(struct file *file, bool writes, void *buffer, size_t bytes, struct file_cursor cursor, size_t *moved)
{
    MPI_Comm comm = comm_handle(file->comm);
    struct file_plan plan = {.size = file->comm->size};
    struct file_range mine = file_range_of(cursor, bytes);
    struct file_range *ranges = p2p_allocate(plan.size * sizeof *ranges, file_no_memory);
    PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, ranges, sizeof mine, MPI_BYTE, comm);
    bool exchanges = file_interleaves(ranges, &plan);
    p2p_free(ranges);
    bool well = exchanges ? file_move_exchanged(file, &plan, writes, buffer, bytes, cursor, moved)
                          : file_move_pieces(file, writes, buffer, bytes, cursor, moved);
    int error = well ? 0 : errno, worst;
    PMPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, comm);
    errno = worst;
    return worst == 0;
}
