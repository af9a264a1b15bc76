// Sizes of one-sided requests where all communication is by requests, and memory is small.
#ifndef RMA_KIND_H
#define RMA_KIND_H

enum {
    RMA_WIRE_BYTES = 1024,  // of a request or an answer, at most
    RMA_MESSAGES = 4,       // requests of this rank under way at once
};

#endif
