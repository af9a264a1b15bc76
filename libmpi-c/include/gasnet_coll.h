/* <gasnet_coll.h>: collectives of the GASNet-1 releases, which are not in the specification. Only the blocking ones that move data,
   over all nodes. gasnet.h includes this. */
#ifndef GASNET_COLL_H
#define GASNET_COLL_H

#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

typedef uint32_t gasnet_image_t;  /* a node, because each has one thread */
typedef const struct gasnet_team *gasnet_team_handle_t;
#define GASNET_TEAM_ALL ((gasnet_team_handle_t)0)

/* When data may move: once any node, this node and its partner, or all nodes have called; and when a call may return. All calls here
   begin as IN_ALLSYNC. SINGLE: all nodes pass all addresses. LOCAL: each passes its own. */
#define GASNET_COLL_IN_NOSYNC (1 << 0)
#define GASNET_COLL_IN_MYSYNC (1 << 1)
#define GASNET_COLL_IN_ALLSYNC (1 << 2)
#define GASNET_COLL_OUT_NOSYNC (1 << 3)
#define GASNET_COLL_OUT_MYSYNC (1 << 4)
#define GASNET_COLL_OUT_ALLSYNC (1 << 5)
#define GASNET_COLL_SINGLE (1 << 6)
#define GASNET_COLL_LOCAL (1 << 7)
#define GASNET_COLL_AGGREGATE (1 << 8)
#define GASNET_COLL_DST_IN_SEGMENT (1 << 10)
#define GASNET_COLL_SRC_IN_SEGMENT (1 << 11)

/* Reductions, which need functions, are not supported: `count` must be 0. */
typedef struct {
    void (*fnptr)(void *results, size_t result_count, const void *left, size_t left_count, const void *right, size_t elem_size,
                  int flags, int arg);
    unsigned flags;
} gasnet_coll_fn_entry_t;

/* All nodes call this once, before any other function here. */
void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image, gasnet_coll_fn_entry_t functions[], size_t count,
                      int flags);

/* With n nodes: `dst` of scatter and broadcast, and `src` of gather and gather_all, have `bytes`. The other buffer of scatter and
   gather, at the root only, and both of exchange have n times as many, in the order of the nodes. */
void gasnet_coll_broadcast(gasnet_team_handle_t team, void *dst, gasnet_image_t root, void *src, size_t bytes, int flags);
void gasnet_coll_scatter(gasnet_team_handle_t team, void *dst, gasnet_image_t root, void *src, size_t bytes, int flags);
void gasnet_coll_gather(gasnet_team_handle_t team, gasnet_image_t root, void *dst, void *src, size_t bytes, int flags);
void gasnet_coll_gather_all(gasnet_team_handle_t team, void *dst, void *src, size_t bytes, int flags);
void gasnet_coll_exchange(gasnet_team_handle_t team, void *dst, void *src, size_t bytes, int flags);

#endif
