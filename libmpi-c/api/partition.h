// Partitioned communication: one message whose parts are ready, and arrive, one by one (MPI 5.0 chapter 4).
#ifndef API_PARTITION_H
#define API_PARTITION_H

#include "api/request.h"
#include "p2p/agent.h"

// What a sender tells when it makes its request, and matches it by: the tags of its parts' messages, and how long each is.
struct partition_offer {
    uint32_t first, partitions;
    uint64_t bytes;
};

// The data of a composite request.
struct partition_request {
    struct p2p_agent agent;  // first; of a request that is active
    struct composite *request;
    const struct p2p_comm *comm;
    struct p2p_comm private_comm;  // the same ranks; contexts of their own, for offers and for the parts
    bool is_send;
    unsigned char *buffer;
    int partitions, peer, tag;
    size_t count;  // of elements in each
    MPI_Datatype datatype;
    MPI_Aint extent;
    size_t bytes;                     // of each, packed
    unsigned char *copy;              // the packed form; NULL when the buffer is that
    struct p2p_request offered;       // the message with the offer
    struct partition_offer offer;
    struct p2p_request *parts;        // one for each partition of the sender; NULL until the offer is known
    bool *handed;                     // of each partition here: is it ready, or unpacked?
    bool posted;                      // has the receive been started, and with it those of the parts?
};

// The data of an MPI handle; NULL when it is no such request.
struct partition_request *partition_request_of(MPI_Request handle);

// Sends a partition that is ready.
void partition_send(struct partition_request *all, int partition);

// Has all of it arrived? Then it is in the buffer.
bool partition_arrived(struct partition_request *all, int partition);

#endif
