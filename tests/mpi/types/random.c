// Tests random nested datatypes of every constructor against their type maps.
#include "model.h"

enum { ROOM = 40000 };

static unsigned char buffer[ROOM];
static unsigned state;

static int below(int limit)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

// Displacements in bytes are multiples of 8, so that every element is aligned.
static int step(void)
{
    return 8 * (below(40) - 20);
}

struct made {
    MPI_Datatype type;
    struct map map;
};

static void make(struct made *made, int depth);

static void make_basic(struct made *made)
{
    static const struct {
        MPI_Datatype type;
        int size;
    } basics[] = {{MPI_CHAR, 1}, {MPI_SHORT, 2}, {MPI_INT, 4}, {MPI_DOUBLE, 8}, {MPI_FLOAT, 4}, {MPI_INT64_T, 8}};
    int which = below(6);
    MPI_Type_dup(basics[which].type, &made->type);
    map_put(&made->map, 0, basics[which].size);
}

static void make_vector(struct made *made, const struct made *part)
{
    int count = 1 + below(4), length = 1 + below(3), stride = below(11) - 5, extent = map_extent(&part->map);
    if (below(2)) {
        MPI_Type_vector(count, length, stride, part->type, &made->type);
        stride *= extent;
    } else {
        stride = step();
        MPI_Type_create_hvector(count, length, stride, part->type, &made->type);
    }
    for (int i = 0; i < count; i++)
        map_add(&made->map, i * stride, length, &part->map);
}

static void make_indexed(struct made *made, const struct made *part)
{
    int count = 1 + below(5), lengths[6], elements[6], extent = map_extent(&part->map), kind = below(4), same = 1 + below(2);
    MPI_Aint bytes[6];
    for (int i = 0; i < count; i++) {
        lengths[i] = kind < 2 ? 1 + below(2) : same;
        elements[i] = below(15) - (kind == 0 ? 5 : 0);
        bytes[i] = kind == 0 || kind == 2 ? elements[i] * extent : step();
        map_add(&made->map, bytes[i], lengths[i], &part->map);
    }
    if (kind == 0)
        MPI_Type_indexed(count, lengths, elements, part->type, &made->type);
    else if (kind == 1)
        MPI_Type_create_hindexed(count, lengths, bytes, part->type, &made->type);
    else if (kind == 2)
        MPI_Type_create_indexed_block(count, same, elements, part->type, &made->type);
    else
        MPI_Type_create_hindexed_block(count, same, bytes, part->type, &made->type);
}

static void make_struct(struct made *made, const struct made *part)
{
    struct made *other = calloc(1, sizeof *other);
    make(other, 0);
    int count = 1 + below(4), lengths[5], place;
    // Native libraries treat blocks without explicit bounds differently if other blocks have them. So these do not mix.
    int alone = map_find(&part->map, LB_MARKER, 1, &place);
    MPI_Aint bytes[5];
    MPI_Datatype types[5];
    for (int i = 0; i < count; i++) {
        const struct made *one = alone || below(2) ? part : other;
        lengths[i] = 1 + below(2);
        bytes[i] = step();
        types[i] = one->type;
        map_add(&made->map, bytes[i], lengths[i], &one->map);
    }
    MPI_Type_create_struct(count, lengths, bytes, types, &made->type);
    MPI_Type_free(&other->type);
    free(other);
}

static void make_resized(struct made *made, const struct made *part)
{
    int lb = map_lb(&part->map), extent = map_extent(&part->map);
    lb -= 8 * below(6);
    extent += 8 * below(12);
    MPI_Type_create_resized(part->type, lb, extent, &made->type);
    for (int i = 0; i < part->map.count; i++) {
        if (part->map.entries[i].size > 0)
            map_put(&made->map, part->map.entries[i].at, part->map.entries[i].size);
    }
    map_put(&made->map, lb, LB_MARKER);
    map_put(&made->map, lb + extent, UB_MARKER);
}

static void make_subarray(struct made *made, const struct made *part)
{
    int sizes[2], subsizes[2], starts[2], extent = map_extent(&part->map), fortran = below(2);
    for (int i = 0; i < 2; i++) {
        sizes[i] = 1 + below(5);
        subsizes[i] = 1 + below(sizes[i]);
        starts[i] = below(sizes[i] - subsizes[i] + 1);
    }
    MPI_Type_create_subarray(2, sizes, subsizes, starts, fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, part->type, &made->type);
    int slow = fortran, fast = !fortran;
    for (int i = 0; i < subsizes[slow]; i++) {
        for (int j = 0; j < subsizes[fast]; j++) {
            int index = (starts[slow] + i) * sizes[fast] + starts[fast] + j;
            for (int k = 0; k < part->map.count; k++) {
                if (part->map.entries[k].size > 0)
                    map_put(&made->map, index * extent + part->map.entries[k].at, part->map.entries[k].size);
            }
        }
    }
    map_put(&made->map, 0, LB_MARKER);
    map_put(&made->map, sizes[0] * sizes[1] * extent, UB_MARKER);
}

// Makes a type of a few entries, nested `depth` levels deep. Its components are freed.
static void make(struct made *made, int depth)
{
    if (depth == 0) {
        make_basic(made);
        return;
    }
    struct made *part = calloc(1, sizeof *part);
    make(part, depth - 1);
    int kind = part->map.count > 40 ? 4 : below(7);
    if (kind < 2)
        make_vector(made, part);
    else if (kind == 2)
        make_indexed(made, part);
    else if (kind == 3)
        make_struct(made, part);
    else if (kind < 6)
        make_resized(made, part);
    else
        make_subarray(made, part);
    MPI_Type_free(&part->type);
    free(part);
}

// Do `count` elements fit the buffer?
static int fits(const struct map *map, int count)
{
    int low = 0, high = 0, last = (count - 1) * map_extent(map);
    if (!map_find(map, 0, -1, &low) || !map_find(map, 0, 1, &high))
        return 1;
    low += last < 0 ? last : 0;
    high += last > 0 ? last : 0;
    return low > -ROOM / 2 && high < ROOM / 2 && map_size(map) * count <= 20000;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    struct made *made = malloc(sizeof *made);
    for (int round = 0; round < 200; round++) {
        state = round * 7919 + 1;
        memset(made, 0, sizeof *made);
        make(made, 1 + round % 4);
        MPI_Type_commit(&made->type);
        int count = below(4);
        if (fits(&made->map, count))
            map_check(&made->map, made->type, count, buffer, ROOM);
        MPI_Type_free(&made->type);
        CHECK(made->type == MPI_DATATYPE_NULL);
    }
    free(made);
    return end();
}
