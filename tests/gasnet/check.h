// Shared by the self-checking GASNet programs: a failed check prints itself and ends the job.
#ifndef CHECK_H
#define CHECK_H

#include <gasnet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pattern.h"

static unsigned rank, size;
static gasnet_seginfo_t *segments;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: node %u: not so: %s\n", __FILE__, __LINE__, rank, #condition); \
            gasnet_exit(1);                                                                        \
        }                                                                                          \
    } while (0)

static inline void barrier(void)
{
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
    CHECK(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
}

// Starts GASNet. Its barrier makes sure that no node sends a message before all nodes know the segments.
static inline void begin(int *argc, char ***argv, gasnet_handlerentry_t *table, int entries, size_t bytes)
{
    CHECK(gasnet_init(argc, argv) == GASNET_OK);
    rank = gasnet_mynode();
    size = gasnet_nodes();
    CHECK(gasnet_attach(table, entries, bytes, 0) == GASNET_OK);
    segments = malloc(size * sizeof *segments);
    CHECK(gasnet_getSegmentInfo(segments, size) == GASNET_OK);
    barrier();
}

static inline void end(void)
{
    barrier();
    if (rank == 0)
        printf("ok\n");
    gasnet_exit(0);
}

// The address of byte `offset` of a node's segment.
static inline unsigned char *at(unsigned node, size_t offset)
{
    return (unsigned char *)segments[node].addr + offset;
}

#endif
