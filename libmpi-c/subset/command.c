// TMD-MPI with a TMD-MPE: a message is a command and its words; the hardware performs the protocol (Saldaña 2006 §4.4, Fig. 4.8).
#include "channel/fsl/mpe.h"
#include "hal/fsl.h"
#include "subset/command.h"
#include "subset/mark.h"
#include "subset/words.h"

#ifdef RANKINE_CHANNEL_MPE

static bool subset_is_moved(const void *data, size_t bytes)
{
    return FSL_HAS_MOVER && subset_is_whole(data, bytes) && bytes / 4 >= MOVER_WORDS_MIN;
}

void subset_put_words(const void *data, size_t bytes)
{
    if (subset_is_moved(data, bytes)) {
        mover_put(data, bytes / 4);
        while (mover_is_putting())
            ;
        return;
    }
    const unsigned char *from = data, *end = from + bytes;
    bool is_whole = subset_is_whole(data, bytes);
    for (; from < end; from += 4)
        fsl_put(is_whole ? *(const subset_word *)from : subset_gather_word(from, end - from));
}

// Takes the words after the first one, `word`.
static void subset_get_rest(uint32_t word, void *data, size_t bytes)
{
    unsigned char *to = data, *end = to + bytes;
    bool is_whole = subset_is_whole(data, bytes);
    while (to < end) {
        if (is_whole)
            *(subset_word *)to = word;
        else
            subset_scatter_word(to, end - to, word);
        if ((to += 4) < end)
            word = fsl_get();
    }
}

static void subset_move_in(void *data, size_t bytes)
{
    mover_get(data, bytes / 4);
    while (mover_is_getting())
        ;
}

void subset_get_words(void *data, size_t bytes)
{
    if (subset_is_moved(data, bytes))
        subset_move_in(data, bytes);
    else
        subset_get_rest(fsl_get_control(), data, bytes);
}

void subset_send(unsigned node, uint32_t tag, const void *data, size_t bytes)
{
    fsl_put_command(FSL_COMMAND_SEND, subset_words(bytes), subset_world.rank, node, tag);
    subset_put_words(data, bytes);
}

// The first word has control = 1. It comes for an empty message, too.
void subset_receive(unsigned node, uint32_t tag, void *data, size_t bytes)
{
    fsl_put_command(FSL_COMMAND_RECEIVE, subset_words(bytes), subset_world.rank, node, tag);
    if (subset_is_moved(data, bytes)) {
        subset_move_in(data, bytes);
        SUBSET_MARK_MATCHED(node);
    } else {
        uint32_t word = fsl_get_control();
        SUBSET_MARK_MATCHED(node);
        subset_get_rest(word, data, bytes);
    }
    SUBSET_MARK_RECEIVED();
}

#endif
