// TMD-MPI: a message's data in packets no longer than the bridges between boards take (Saldaña 2006 §4.3.4), each with a header.
// Headers have control = 1, all other words 0.
#ifndef SUBSET_PACKETS_H
#define SUBSET_PACKETS_H

#include "channel/fsl/wire.h"
#include "hal/fsl.h"
#include "subset/words.h"

// Words of the next packet, when so many bytes are left.
static inline uint32_t subset_packet_words(size_t bytes)
{
    uint32_t words = subset_words(bytes);
    return words < FSL_PAYLOAD_WORDS ? words : FSL_PAYLOAD_WORDS;
}

// `header` is without a length.
static inline void subset_put_data(uint32_t header, const void *data, size_t bytes)
{
    const unsigned char *from = data, *end = from + bytes;
    bool is_whole = subset_is_whole(data, bytes);
    for (uint32_t left = 0; from < end; from += 4, left--) {
        if (left == 0) {
            left = subset_packet_words(end - from);
            fsl_put_control(header | left);
        }
        fsl_put(is_whole ? *(const subset_word *)from : subset_gather_word(from, end - from));
    }
}

#endif
