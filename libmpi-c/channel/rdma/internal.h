// What the files of channel `rdma` share among themselves.
#ifndef RDMA_INTERNAL_H
#define RDMA_INTERNAL_H

// Makes the counter lines and puts all gets and flags into their pools.
void chan_get_init(void);

void chan_barrier_init(void);

#endif
