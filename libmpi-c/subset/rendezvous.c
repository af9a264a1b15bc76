// TMD-MPI: messages by rendezvous (Saldaña 2006 §4.3.2, §4.3.3). The sender puts an envelope and waits for a clear to send. The
// receiver waits for the envelope and clears it. Then the data comes, in packets no longer than the bridges between boards take.
//
// An envelope is two words, a header and a tag. So is a clear to send, whose tag no message has. A waiting node keeps the envelopes
// of other messages. A node waits for the answer to one envelope before it sends the next, so there is at most one of each rank.
// Envelopes of others may come between packets of data. An envelope does not contain the message's length.
#include "subset/mark.h"
#include "subset/packets.h"

#if !SUBSET_EAGER && !defined RANKINE_CHANNEL_MPE

enum { ENVELOPE_WORDS = 1 };

struct envelope {
    uint32_t header, tag;
};

static unsigned kept;
static struct envelope envelopes[WIRE_NODES_MAX];

static void subset_keep(uint32_t header, uint32_t tag)
{
    if (tag == WIRE_CLEAR || kept == subset_world.size)
        subset_fail(MPI_ERR_INTERN, "TMD-MPI: a packet has come that nobody waits for; is each rank built with MPI_SUBSET=1?");
    SUBSET_MARK_UNEXPECTED(header, header);  // the header is its name, too: at most one envelope of a node is here
    envelopes[kept++] = (struct envelope){header, tag};
}

static bool subset_was_kept(uint32_t header, uint32_t tag)
{
    for (unsigned i = 0; i < kept; i++) {
        if (envelopes[i].header == header && envelopes[i].tag == tag) {
            SUBSET_MARK_TAKEN(header);
            envelopes[i] = envelopes[--kept];
            return true;
        }
    }
    return false;
}

// Takes packets up to the wanted header.
static void subset_await_header(uint32_t wanted)
{
    uint32_t header;
    while ((header = fsl_get_control()) != wanted) {
        if (wire_source(header) == wire_source(wanted) || wire_words(header) != ENVELOPE_WORDS)
            subset_fail(MPI_ERR_TRUNCATE, "TMD-MPI: a message has another length than its receive; or not each rank is built "
                                          "with MPI_SUBSET=1");
        subset_keep(header, fsl_get());
    }
}

// Takes packets up to the end of an envelope, or of a clear to send.
static void subset_await(uint32_t header, uint32_t tag)
{
    for (;;) {
        subset_await_header(header);
        uint32_t got = fsl_get();
        if (got == tag)
            return;
        subset_keep(header, got);
    }
}

static void subset_put_envelope(uint32_t header, uint32_t tag)
{
    fsl_put_control(header | ENVELOPE_WORDS);
    fsl_put(tag);
}

void subset_send(unsigned node, uint32_t tag, const void *data, size_t bytes)
{
    uint32_t header = subset_header(subset_world.rank, node);
    subset_put_envelope(header, tag);
    subset_await(subset_header(node, subset_world.rank) | ENVELOPE_WORDS, WIRE_CLEAR);
    subset_put_data(header, data, bytes);
}

void subset_receive(unsigned node, uint32_t tag, void *data, size_t bytes)
{
    uint32_t header = subset_header(node, subset_world.rank);
    if (!subset_was_kept(header | ENVELOPE_WORDS, tag)) {
        subset_await(header | ENVELOPE_WORDS, tag);
        SUBSET_MARK_MATCHED(node);
    }
    subset_put_envelope(subset_header(subset_world.rank, node), WIRE_CLEAR);
    subset_get_data(header, data, bytes, subset_await_header);
    SUBSET_MARK_RECEIVED();
}

#endif
