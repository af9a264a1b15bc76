// TMD-MPI: sends a message's data in packets no longer than the bridges between boards take (Saldaña 2006 §4.3.4), each with a
// header. Headers have control = 1, all other words 0.
#ifndef SUBSET_PACKETS_H
#define SUBSET_PACKETS_H

#include "channel/fsl/wire.h"
#include "hal/fsl.h"
#include "subset/divide.h"
#include "subset/words.h"

// Returns the words of the next packet when `bytes` bytes are left. SUBSET_DIVIDE says how: as the smaller of two numbers, or as
// quotient and remainder by the longest packet.
static inline uint32_t subset_packet_words(size_t bytes)
{
    uint32_t words = subset_words(bytes);
#if SUBSET_DIVIDE
    return subset_quotient(words, FSL_PAYLOAD_WORDS) != 0 ? FSL_PAYLOAD_WORDS : subset_remainder(words, FSL_PAYLOAD_WORDS);
#else
    return words < FSL_PAYLOAD_WORDS ? words : FSL_PAYLOAD_WORDS;
#endif
}

// RISC-V compilers use one instruction for a shift by a constant. GCC 4.1 for a MicroBlaze without barrel shifter, compiling for size,
// uses a loop if the shift has more than five places (microblaze.md, `ashlsi3_with_size_opt`). If the number of places is in a
// register, the machine takes as long for the instruction as for that loop.
static inline uint32_t subset_shift(uint32_t value, unsigned places)
{
#if SUBSET_SHIFT_LOOPS
    __asm__("" : "+r"(places));
#endif
    return value << places;
}

// Returns a header without its length: with the fewest places, or with each field shifted into its place.
static inline uint32_t subset_header(uint32_t from, uint32_t to)
{
#if SUBSET_FEWEST_PLACES
    return subset_shift(subset_shift(from, 8) | to, 16);
#else
    return subset_shift(from, 24) | subset_shift(to, 16);
#endif
}

// `header` has no length yet.
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

// `await_header` takes packets up to the header that is passed to it.
static inline __attribute__((always_inline)) void subset_get_data(uint32_t header, void *data, size_t bytes,
                                                                  void (*await_header)(uint32_t header))
{
    unsigned char *to = data, *end = to + bytes;
    bool is_whole = subset_is_whole(data, bytes);
    for (uint32_t left = 0; to < end; to += 4, left--) {
        if (left == 0) {
            left = subset_packet_words(end - to);
            await_header(header | left);
        }
        if (is_whole)
            *(subset_word *)to = fsl_get();
        else
            subset_scatter_word(to, end - to, fsl_get());
    }
}

#endif
