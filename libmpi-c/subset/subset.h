// TMD-MPI: the part of MPI that fits a node with 64 KB of memory (Saldaña 2006 §4.3). Blocking messages in MPI_COMM_WORLD with
// types of at most 32 bits, a source and a tag; collectives made of such messages. Its files share these declarations.
//
// The code is written to be small: a message is one loop over its words, which also handles packets, boundaries and the end.
#ifndef SUBSET_H
#define SUBSET_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MPI_SUBSET
#define MPI_SUBSET 0  // 1: this library replaces the full one
#endif

#ifndef SUBSET_EAGER
#define SUBSET_EAGER 0  // 1: messages go without a clear to send, as the thesis proposes for later
#endif

#ifndef SUBSET_EAGER_WORDS
#define SUBSET_EAGER_WORDS 4096  // maximum words of memory for messages that come before their receive
#endif

#ifndef SUBSET_TREE
#define SUBSET_TREE 0  // 1: collectives use binomial trees, as proposed in the thesis; 0: the root, or rank 0, serves each rank
#endif

#ifndef SUBSET_SMALL
#define SUBSET_SMALL 0  // 1: compiled for size (-Os); 0: with -O2, as in the thesis (App. C)
#endif

#ifndef SUBSET_SHIFT_LOOPS
#define SUBSET_SHIFT_LOOPS 0  // 1: shifts in headers are loops over places, as the compiler of that time made them for size
#endif

#ifndef SUBSET_FEWEST_PLACES
#define SUBSET_FEWEST_PLACES 0  // 1: headers by shifts of 8 and 16 places; 0: by 24 and 16
#endif

#ifndef SUBSET_DIVIDE
#define SUBSET_DIVIDE 0  // 1: messages are cut into packets by division
#endif

#if SUBSET_EAGER && defined RANKINE_CHANNEL_MPE
#error "SUBSET_EAGER=1: a TMD-MPE sends nothing before a clear to send"
#endif

// This node's rank, and the number of ranks: 0 outside MPI_Init and MPI_Finalize.
struct subset_world {
    unsigned rank, size;
};

extern struct subset_world subset_world;

// Tags of collectives. Tags of messages are no negative ints, so they differ from these; so does the tag of a clear to send.
enum subset_tag { SUBSET_FOLD = 0x80000000, SUBSET_SPREAD, SUBSET_GATHER };

// Ends the run of all ranks with an error class and a message.
_Noreturn void subset_fail(int class, const char *text) __attribute__((cold));
_Noreturn void subset_fail_comm(void) __attribute__((cold));

static inline void subset_check_comm(MPI_Comm comm)
{
    if (comm != MPI_COMM_WORLD || subset_world.size == 0)
        subset_fail_comm();
}

static inline void subset_check_root(int root)
{
    if ((unsigned)root >= subset_world.size)
        subset_fail(MPI_ERR_ROOT, "TMD-MPI: the root is no rank");
}

// A type of at most 32 bits: the logarithm of its size, and the kind of its values.
struct subset_type {
    uint8_t shift;
    enum __attribute__((packed)) { SUBSET_NONE, SUBSET_SIGNED, SUBSET_UNSIGNED, SUBSET_FLOAT } kind;
};

const struct subset_type *subset_find_type(MPI_Datatype datatype);

// Returns the bytes of a buffer.
size_t subset_bytes(int count, MPI_Datatype datatype);

// Send a message to another rank, and receive one. Each waits for the other. But with SUBSET_EAGER=1 and with a TMD-MPE, a send
// may end before its receive begins.
void subset_send(unsigned node, uint32_t tag, const void *data, size_t bytes);
void subset_receive(unsigned node, uint32_t tag, void *data, size_t bytes);

#endif
