// Tests GASNET_SEGMENT_EVERYTHING: the stack, the heap and global variables of other nodes are accessible.
#define GASNET_SEGMENT_EVERYTHING 1
#include "check.h"

enum { ADDRESS = 128, COUNT = 3 };

static void *places[COUNT];  // of the node to the right
static unsigned come;

static void take(gasnet_token_t token, gasnet_handlerarg_t which, gasnet_handlerarg_t high, gasnet_handlerarg_t low)
{
    (void)token;
    places[which] = (void *)(uintptr_t)((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
    come++;
}

static gasnet_handlerentry_t table[] = {{ADDRESS, take}};

int main(int argc, char **argv)
{
    static unsigned char global[200];
    unsigned char local[200], *heap = malloc(200);
    unsigned char *own[COUNT] = {global, local, heap};
    begin(&argc, &argv, table, 1, 0);
    CHECK(segments[0].addr == NULL && segments[size - 1].size == (uintptr_t)-1 && gasnet_getMaxLocalSegmentSize() == (uintptr_t)-1);
    unsigned left = (rank + size - 1) % size, right = (rank + 1) % size;
    for (int i = 0; i < COUNT; i++) {
        uint64_t address = (uintptr_t)own[i];
        fill(own[i], 200, i);
        gasnet_AMRequestShort3(left, ADDRESS, i, address >> 32, address);
    }
    GASNET_BLOCKUNTIL(come == COUNT);
    barrier();
    for (int i = 0; i < COUNT; i++) {
        unsigned char got[200];
        gasnet_get(got, right, places[i], 200);
        CHECK(filled(got, 200, i));
        fill(got, 200, i + 10);
        gasnet_put(right, places[i], got, 200);
    }
    barrier();
    for (int i = 0; i < COUNT; i++)
        CHECK(filled(own[i], 200, i + 10));
    end();
}
