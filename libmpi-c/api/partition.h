// Partitioned communication: one message whose partitions become ready, and arrive, one by one (MPI 5.0 chapter 4).
#ifndef API_PARTITION_H
#define API_PARTITION_H

#include "api/request.h"
#include "p2p/agent.h"

// The message that a sender sends once, when it makes its request. The receiver's request matches it by source and tag. It
// describes how the partitions will come.
struct partition_offer {
    uint32_t first, partitions;  // partition i is a message with the tag `first` + i
    uint64_t bytes;              // of each partition
};

// The data of the composite request of MPI_Psend_init or MPI_Precv_init.
struct partition_request {
    struct p2p_agent agent;  // must be first; registered while the request is active
    struct composite *request;
    const struct p2p_comm *comm;
    struct p2p_comm private_comm;  // the same ranks with contexts of their own: for offers and for partitions
    bool is_send;
    unsigned char *buffer;
    int partitions, peer, tag;
    size_t count;  // of elements in each partition
    MPI_Datatype datatype;
    MPI_Aint extent;
    size_t bytes;                     // of each partition, packed
    unsigned char *copy;              // all partitions packed; NULL if the datatype needs no packing
    struct p2p_request offered;       // sends or receives the offer
    struct partition_offer offer;
    struct p2p_request *parts;        // one for each partition of the sender; NULL until the offer is known
    bool *finished;                   // for each own partition: is it marked ready (sender), or unpacked (receiver)?
    bool posted;                      // of a receiver: the receives of the partitions have been started
};

// Returns the data of a partitioned request, or NULL if the handle is no such request.
struct partition_request *partition_request_of(MPI_Request handle);

// Sends a partition, which the program has marked ready. The request must be an active send.
void partition_send(struct partition_request *all, int partition);

// Has the whole partition arrived? If so, it is now in the user's buffer. The request must be an active receive.
bool partition_arrived(struct partition_request *all, int partition);

#endif
