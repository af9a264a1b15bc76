// A datatype as its type map, entry by entry, with the properties that the standard gives it (MPI 5.0 §5.1): the reference for random types.
#ifndef MODEL_H
#define MODEL_H

#include "../check.h"

// Sizes of entries that mark bounds.
enum { LB_MARKER = -1, UB_MARKER = -2, MOST_ENTRIES = 1200 };

struct map {
    int count;
    struct {
        int at, size;
    } entries[MOST_ENTRIES];
};

static inline void map_put(struct map *map, int at, int size)
{
    CHECK(map->count < MOST_ENTRIES);
    map->entries[map->count].at = at;
    map->entries[map->count++].size = size;
}

// Finds the lowest (side -1) or highest (side 1) place among the entries of a marker, or among all data. Returns 0 if there is none.
static inline int map_find(const struct map *map, int marker, int side, int *place)
{
    int found = 0;
    for (int i = 0; i < map->count; i++) {
        int size = map->entries[i].size, at = map->entries[i].at;
        if (marker == 0 ? size < 0 : size != marker)
            continue;
        if (marker == 0 && side > 0)
            at += size;
        if (!found || (at - *place) * side > 0)
            *place = at;
        found = 1;
    }
    return found;
}

static inline int map_lb(const struct map *map)
{
    int lb = 0;
    if (!map_find(map, LB_MARKER, -1, &lb))
        map_find(map, 0, -1, &lb);
    return lb;
}

static inline int map_extent(const struct map *map)
{
    int ub = 0, most = 1;
    if (map_find(map, UB_MARKER, 1, &ub))
        return ub - map_lb(map);
    if (!map_find(map, 0, 1, &ub))
        return 0;
    for (int i = 0; i < map->count; i++) {
        if (map->entries[i].size > most)
            most = map->entries[i].size;
    }
    return (ub - map_lb(map) + most - 1) / most * most;
}

static inline int map_size(const struct map *map)
{
    int size = 0;
    for (int i = 0; i < map->count; i++) {
        if (map->entries[i].size > 0)
            size += map->entries[i].size;
    }
    return size;
}

// Appends `count` copies of `part` to the map, one after the other, beginning at displacement `at`.
static inline void map_add(struct map *map, int at, int count, const struct map *part)
{
    int extent = map_extent(part);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < part->count; j++)
            map_put(map, at + i * extent + part->entries[j].at, part->entries[j].size);
    }
}

// Copies byte by byte between `user` and `packed`. Returns the number of bytes.
static inline int map_pack(const struct map *map, int count, unsigned char *user, unsigned char *packed, int unpacks)
{
    int position = 0, extent = map_extent(map);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < map->count; j++) {
            for (int byte = 0; byte < map->entries[j].size; byte++, position++) {
                unsigned char *at = user + i * extent + map->entries[j].at + byte;
                if (unpacks)
                    *at = packed[position];
                else
                    packed[position] = *at;
            }
        }
    }
    return position;
}

// Checks that the datatype has the properties of the model, and that packing and
// unpacking agree with it. `buffer` has `room` bytes; elements begin in its middle.
static inline void map_check(const struct map *map, MPI_Datatype type, int count, unsigned char *buffer, int room)
{
    static unsigned char packed[20000], expected[20000];
    int bytes, position = 0, low = 0, high = 0, all = map_size(map) * count;
    MPI_Aint lb, extent, true_lb, true_extent;
    MPI_Type_size(type, &bytes);
    CHECK(bytes == map_size(map));
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == map_lb(map) && extent == map_extent(map));
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    map_find(map, 0, -1, &low);
    map_find(map, 0, 1, &high);
    CHECK(true_lb == low && true_extent == high - low);
    CHECK(all <= (int)sizeof packed);

    unsigned char *middle = buffer + room / 2;
    fill(buffer, room, 1);
    MPI_Pack(middle, count, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    CHECK(position == all && map_pack(map, count, middle, expected, 0) == all);
    CHECK(memcmp(packed, expected, all) == 0);

    // Unpacking is defined only if elements do not overlap.
    unsigned char *copy = malloc(room);
    memset(copy, 0, room);
    int overlaps = 0;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < map->count; j++) {
            for (int byte = 0; byte < map->entries[j].size; byte++)
                overlaps |= copy[room / 2 + i * (int)extent + map->entries[j].at + byte]++;
        }
    }
    if (!overlaps) {
        memset(buffer, 0x55, room);
        memset(copy, 0x55, room);
        fill(packed, all, 2);
        position = 0;
        MPI_Unpack(packed, all, &position, middle, count, type, MPI_COMM_WORLD);
        map_pack(map, count, copy + room / 2, packed, 1);
        CHECK(position == all && memcmp(buffer, copy, room) == 0);
    }
    free(copy);
}

#endif
