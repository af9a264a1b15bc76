// Sizes of one-sided requests where transfers do most of the work.
#ifndef RMA_KIND_H
#define RMA_KIND_H

enum {
    RMA_WIRE_BYTES = 4096,  // of a request or an answer, at most
    RMA_MESSAGES = 8,       // requests of this rank under way at once
};

#endif
