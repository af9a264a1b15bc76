// Tests the extended API between all nodes: puts and gets of all widths and alignments,
// blocking, with explicit and implicit handles, in access regions, of values, and memset.
#include "check.h"

enum { PLACE = 64 * 1024, LARGE = 50001, NODES_MAX = 16 };

static unsigned char here[PLACE], back[PLACE];

static void next(unsigned *node)
{
    *node = (*node + 1) % size;
}

// All lengths and alignments of both sides, with blocking calls.
static void try_alignments(unsigned node)
{
    static const size_t lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 33, 63, 64, 65, 240, 241, 1000, 4097};
    unsigned char *place = at(node, PLACE * (size_t)rank);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (unsigned shift = 0; shift < 64; shift += 3) {
            size_t bytes = lengths[i], there = shift / 8 + 8, local = shift % 8;
            memset(back, 0, bytes + 16);
            gasnet_memset(node, place, 0xee, bytes + 32);
            fill(here + local, bytes, shift);
            gasnet_put(node, place + there, here + local, bytes);
            gasnet_get(back + local, node, place + there, bytes);
            CHECK(filled(back + local, bytes, shift) && back[local + bytes] == 0);
            gasnet_get_bulk(back, node, place + there - 8, bytes + 16);
            CHECK(back[7] == 0xee && back[bytes + 8] == 0xee && filled(back + 8, bytes, shift));
        }
    }
}

static void try_values(unsigned node)
{
    unsigned char *place = at(node, PLACE * (size_t)rank);
    gasnet_register_value_t value = (gasnet_register_value_t)0xf1e2d3c4b5a69788ull;
    for (size_t bytes = 1; bytes <= sizeof value; bytes++) {
        gasnet_register_value_t part = bytes == sizeof value ? value : value & (((gasnet_register_value_t)1 << 8 * bytes) - 1);
        gasnet_memset(node, place, 0x11, 64);
        gasnet_put_val(node, place + 3, value, bytes);
        CHECK(gasnet_get_val(node, place + 3, bytes) == part);
        gasnet_wait_syncnb(gasnet_put_nb_val(node, place + 17, value, bytes));
        gasnet_put_nbi_val(node, place + 32, value, bytes);
        gasnet_wait_syncnbi_puts();
        gasnet_valget_handle_t first = gasnet_get_nb_val(node, place + 17, bytes), second = gasnet_get_nb_val(node, place + 32, bytes);
        CHECK(gasnet_wait_syncnb_valget(second) == part && gasnet_wait_syncnb_valget(first) == part);
        CHECK(gasnet_get_val(node, place + 3 + bytes, 1) == 0x11 && gasnet_get_val(node, place + 2, 1) == 0x11);
    }
}

static void try_handles(unsigned node)
{
    enum { COUNT = 40, BYTES = 300 };
    static gasnet_handle_t handles[COUNT];
    unsigned char *place = at(node, PLACE * (size_t)rank);
    for (int i = 0; i < COUNT; i++) {
        fill(here, BYTES, i);
        handles[i] = gasnet_put_nb(node, place + BYTES * i, here, BYTES);  // `here` may change now
    }
    gasnet_wait_syncnb_all(handles, COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK(handles[i] == GASNET_INVALID_HANDLE);
        handles[i] = gasnet_get_nb(back + BYTES * i, node, place + BYTES * i, BYTES);
    }
    for (int left = COUNT; left > 0;) {
        int before = 0, after = 0;
        for (int i = 0; i < COUNT; i++)
            before += handles[i] != GASNET_INVALID_HANDLE;
        gasnet_wait_syncnb_some(handles, COUNT);
        for (int i = 0; i < COUNT; i++)
            after += handles[i] != GASNET_INVALID_HANDLE;
        CHECK(after < before || before == 0);
        left = after;
    }
    for (int i = 0; i < COUNT; i++)
        CHECK(filled(back + BYTES * i, BYTES, i));
    CHECK(gasnet_try_syncnb_all(handles, COUNT) == GASNET_OK && gasnet_try_syncnb_some(handles, COUNT) == GASNET_OK);
    CHECK(gasnet_try_syncnb(GASNET_INVALID_HANDLE) == GASNET_OK && gasnet_try_syncnb_all(NULL, 0) == GASNET_OK);
    gasnet_wait_syncnb(GASNET_INVALID_HANDLE);
    gasnet_handle_t set = gasnet_memset_nb(node, place, 0x5a, 1000);
    while (gasnet_try_syncnb(set) != GASNET_OK)
        ;
    gasnet_get(back, node, place, 1001);
    CHECK(back[0] == 0x5a && back[999] == 0x5a && back[1000] != 0x5a);
}

static void try_large(unsigned node)
{
    unsigned char *place = at(node, PLACE * (size_t)rank);
    fill(here, LARGE, node + 7);
    gasnet_handle_t put = gasnet_put_nb_bulk(node, place + 5, here, LARGE);
    gasnet_wait_syncnb(put);
    gasnet_handle_t get = gasnet_get_nb_bulk(back + 1, node, place + 5, LARGE);
    gasnet_wait_syncnb(get);
    CHECK(filled(back + 1, LARGE, node + 7));
    put = gasnet_put_nb(node, place, here, LARGE);
    memset(here, 0, LARGE);
    gasnet_wait_syncnb(put);
    memset(back, 0, LARGE);
    gasnet_get_bulk(back, node, place, LARGE);
    CHECK(filled(back, LARGE, node + 7));
}

static void try_implicit(unsigned node)
{
    enum { COUNT = 25, BYTES = 97 };
    unsigned char *place = at(node, PLACE * (size_t)rank);
    fill(here, BYTES * COUNT, node);
    for (int i = 0; i < COUNT; i++) {
        if (i % 2 == 0)
            gasnet_put_nbi(node, place + BYTES * i, here + BYTES * i, BYTES);
        else
            gasnet_put_nbi_bulk(node, place + BYTES * i, here + BYTES * i, BYTES);
    }
    gasnet_memset_nbi(node, place + BYTES * COUNT, 0x77, 10);
    while (gasnet_try_syncnbi_puts() != GASNET_OK)
        ;
    memset(back, 0, sizeof back);
    for (int i = 0; i < COUNT; i++)
        gasnet_get_nbi(back + BYTES * i, node, place + BYTES * i, BYTES);
    gasnet_get_nbi_bulk(back + BYTES * COUNT, node, place + BYTES * COUNT, 10);
    gasnet_wait_syncnbi_gets();
    CHECK(filled(back, BYTES * COUNT, node) && back[BYTES * COUNT + 9] == 0x77);
    gasnet_wait_syncnbi_all();
    CHECK(gasnet_try_syncnbi_all() == GASNET_OK && gasnet_try_syncnbi_gets() == GASNET_OK);
}

// Operations in an access region complete only with the region's handle.
static void try_region(unsigned node)
{
    enum { BYTES = 500 };
    unsigned char *place = at(node, PLACE * (size_t)rank);
    fill(here, 3 * BYTES, 5);
    gasnet_put_nbi_bulk(node, place, here, BYTES);
    gasnet_begin_nbi_accessregion();
    gasnet_put_nbi_bulk(node, place + BYTES, here + BYTES, BYTES);
    gasnet_handle_t alone = gasnet_put_nb_bulk(node, place + 2 * BYTES, here + 2 * BYTES, BYTES);
    gasnet_wait_syncnb(alone);
    gasnet_memset_nbi(node, place + 3 * BYTES, 0x33, BYTES);
    gasnet_handle_t region = gasnet_end_nbi_accessregion();
    gasnet_wait_syncnb(region);
    gasnet_wait_syncnbi_puts();
    gasnet_begin_nbi_accessregion();
    gasnet_get_nbi(back, node, place, 3 * BYTES);
    gasnet_get_nbi(back + 3 * BYTES, node, place + 3 * BYTES, BYTES);
    region = gasnet_end_nbi_accessregion();
    while (gasnet_try_syncnb(region) != GASNET_OK)
        ;
    CHECK(filled(back, 3 * BYTES, 5) && back[3 * BYTES] == 0x33 && back[4 * BYTES - 1] == 0x33);
    gasnet_begin_nbi_accessregion();
    gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
}

int main(int argc, char **argv)
{
    begin(&argc, &argv, NULL, 0, (size_t)PLACE * NODES_MAX);
    unsigned node = rank;
    for (unsigned i = 0; i < size && i < 3; i++, next(&node)) {
        try_alignments(node);
        try_values(node);
        try_handles(node);
        try_large(node);
        try_implicit(node);
        try_region(node);
    }
    end();
}
