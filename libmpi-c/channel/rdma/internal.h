// Declarations that the files of channel `rdma` share.
#ifndef RDMA_INTERNAL_H
#define RDMA_INTERNAL_H

// Makes the counter lines, and fills the pools of gets and flags.
void chan_get_init(void);

void chan_barrier_init(void);

#endif
