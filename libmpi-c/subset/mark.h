// TMD-MPI: marks of messages for a watcher (mark/mark.h). A node has one receive under way, so receives need no name.
#ifndef SUBSET_MARK_H
#define SUBSET_MARK_H

#include "mark/mark.h"
#include "subset/subset.h"

#if SUBSET_EAGER
#define SUBSET_MARK_PROTOCOL "eager"
#else
#define SUBSET_MARK_PROTOCOL "rendezvous"
#endif

// The upper half of envelopes, which contains the context.
#define SUBSET_MARK_USER 0
#define SUBSET_MARK_COLLECTIVE 0x10000

#define SUBSET_MARK_SENDING(context, node, tag, bytes)                                                                 \
    MARK("sending." SUBSET_MARK_PROTOCOL " %0:%1 %2 %3", "nr"(tag), "n"(context), "nr"(node), "nr"(bytes))
#define SUBSET_MARK_MATCHED(node) MARK("matched 0 %0", "nr"(node))
#define SUBSET_MARK_UNEXPECTED(name, header) MARK("unexpected %0 %1@24:8", "r"(name), "r"(header))
#define SUBSET_MARK_TAKEN(name) MARK("taken 0 %0", "r"(name))
#define SUBSET_MARK_RECEIVED() MARK("received 0")

#endif
