// Tests the start of GASNet: queries before and after gasnet_attach, handlers
// without an index, segments of different sizes, and calls that return errors.
#include "check.h"

enum { FIXED = 130 };

static unsigned come;

static void first(gasnet_token_t token)
{
    (void)token;
    come += 1;
}

static void second(gasnet_token_t token)
{
    (void)token;
    come += 100;
}

static gasnet_handlerentry_t table[] = {{0, first}, {FIXED, second}, {0, second}, {0, first}};

int main(int argc, char **argv)
{
    CHECK(gasnet_attach(table, 4, 0, 0) == GASNET_ERR_NOT_INIT);
    CHECK(gasnet_init(&argc, &argv) == GASNET_OK && gasnet_init(&argc, &argv) == GASNET_ERR_NOT_INIT);
    rank = gasnet_mynode();
    size = gasnet_nodes();
    CHECK(rank < size && gasnet_getMaxLocalSegmentSize() % GASNET_PAGESIZE == 0);
    CHECK(gasnet_getMaxGlobalSegmentSize() >= 64 * GASNET_PAGESIZE);
    CHECK(gasnet_getMaxGlobalSegmentSize() <= gasnet_getMaxLocalSegmentSize());
    CHECK(gasnet_getSegmentInfo(NULL, 0) == GASNET_ERR_NOT_INIT);
    CHECK(gasnet_attach(table, 4, 100, 0) == GASNET_ERR_BAD_ARG);
    CHECK(gasnet_attach(table, 4, (1 + rank) * GASNET_PAGESIZE, 0) == GASNET_OK);
    CHECK(table[0].index == 128 && table[1].index == FIXED && table[2].index == 129 && table[3].index == 131);
    CHECK(gasnet_attach(table, 4, 0, 0) == GASNET_ERR_NOT_INIT);
    segments = calloc(size + 1, sizeof *segments);
    CHECK(gasnet_getSegmentInfo(segments, size + 1) == GASNET_OK && segments[size].size == 0);
    for (unsigned node = 0; node < size; node++)
        CHECK((uintptr_t)segments[node].addr % GASNET_PAGESIZE == 0 && segments[node].size == (1 + node) * GASNET_PAGESIZE);
    CHECK(strcmp(gasnet_ErrorName(GASNET_ERR_BAD_ARG), "GASNET_ERR_BAD_ARG") == 0 && gasnet_ErrorDesc(99) != NULL);
    CHECK(gasnet_getenv("NOBODY_SETS_THIS") == NULL && strcmp(gasnet_getenv("GIVEN"), "word") == 0);
    CHECK(gasnet_AMMaxArgs() == 16 && gasnet_AMMaxMedium() >= 512 && gasnet_AMMaxLongRequest() >= 512);
    CHECK(gasnet_set_waitmode(GASNET_WAIT_BLOCK) == GASNET_OK && gasnet_set_waitmode(17) == GASNET_ERR_BAD_ARG);
    for (int i = 0; i < 4; i++)
        gasnet_AMRequestShort0((rank + 1) % size, table[i].index);
    GASNET_BLOCKUNTIL(come == 202);
    end();
}
