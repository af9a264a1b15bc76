// TMD-MPI, SUBSET_EAGER=1: messages go without a clear to send, as the thesis proposes for later. An envelope has two words, the
// tag and the number of words of the message. The data follows at once.
//
// A message without a receive is kept in order of arrival: a head, which is reused, and data from malloc, SUBSET_EAGER_WORDS words in all;
// beyond that the run ends with a message. A sending rank takes no packets. So, where ranks share a line between boards, packets to a rank
// that is busy sending may hold up packets to others.
#include <stdlib.h>
#include <string.h>

#include "subset/mark.h"
#include "subset/packets.h"

#if SUBSET_EAGER

enum { ENVELOPE_WORDS = 2 };

struct message {
    struct message *next;
    uint32_t header;  // of its envelope
    uint32_t tag, words;
    uint32_t left;    // words that have not come yet
    uint32_t *data;
};

static struct message *first, *spare;
static uint32_t used;  // words of data

// Returns the link to the oldest message with this envelope.
static struct message **subset_find(uint32_t header, uint32_t tag)
{
    struct message **at = &first;
    while (*at != NULL && ((*at)->header != header || (*at)->tag != tag))
        at = &(*at)->next;
    return at;
}

// Returns the message whose words rank `source` is still sending, or NULL.
static struct message *subset_find_unfinished(uint32_t source)
{
    struct message *message = first;
    while (message != NULL && (message->left == 0 || wire_source(message->header) != source))
        message = message->next;
    return message;
}

static _Noreturn __attribute__((cold)) void subset_fail_memory(void)
{
    subset_fail(MPI_ERR_OTHER, "TMD-MPI: messages that come before their receive need more words than SUBSET_EAGER_WORDS, or than "
                               "there is memory; build with more of them, or with SUBSET_EAGER=0");
}

static struct message *subset_new_message(void)
{
    struct message *message = spare;
    if (message == NULL)
        return malloc(sizeof *message);
    spare = message->next;
    return message;
}

static uint32_t *subset_new_words(uint32_t words)
{
    if (words > SUBSET_EAGER_WORDS - used)
        return NULL;
    used += words;
    return malloc(words * sizeof(uint32_t));
}

static void subset_keep(uint32_t header, uint32_t tag, uint32_t words)
{
    struct message *message = subset_new_message(), **last = &first;
    uint32_t *data = words != 0 ? subset_new_words(words) : NULL;
    if (message == NULL || (words != 0 && data == NULL))
        subset_fail_memory();
    SUBSET_MARK_UNEXPECTED(message, header);
    while (*last != NULL)
        last = &(*last)->next;
    *last = message;
    *message = (struct message){NULL, header, tag, words, words, data};
}

// Takes the rest of a packet that does not belong to the message being received.
static void subset_take_other(uint32_t header)
{
    struct message *message = subset_find_unfinished(wire_source(header));
    uint32_t words = wire_words(header);
    if (message == NULL ? words != ENVELOPE_WORDS : words > message->left)
        subset_fail(MPI_ERR_INTERN, "TMD-MPI: a packet has come that nobody waits for; is each rank built with SUBSET_EAGER=1?");
    if (message == NULL) {
        uint32_t tag = fsl_get();
        subset_keep(header, tag, fsl_get());
        return;
    }
    for (; words > 0; words--, message->left--)
        message->data[message->words - message->left] = fsl_get();
}

// Takes packets up to the wanted envelope. Returns the number of words of its message.
static uint32_t subset_await(uint32_t wanted, uint32_t tag)
{
    for (;;) {
        uint32_t header = fsl_get_control();
        if (header != wanted || subset_find_unfinished(wire_source(header)) != NULL) {
            subset_take_other(header);
            continue;
        }
        uint32_t got = fsl_get(), words = fsl_get();
        if (got == tag)
            return words;
        subset_keep(header, got, words);
    }
}

// Takes packets up to the header of data from the wanted rank.
static void subset_await_header(uint32_t wanted)
{
    uint32_t header;
    while ((header = fsl_get_control()) != wanted)
        subset_take_other(header);
}

static void subset_check_words(uint32_t words, size_t bytes)
{
    if (words != subset_words(bytes))
        subset_fail(MPI_ERR_TRUNCATE, "TMD-MPI: a message has another length than its receive");
}

// Receives a message that has come, or is partly here.
static void subset_take(struct message **at, void *data, size_t bytes)
{
    struct message *message = *at;
    SUBSET_MARK_TAKEN(message);
    subset_check_words(message->words, bytes);
    while (message->left != 0)
        subset_take_other(fsl_get_control());
    if (bytes != 0) {
        memcpy(data, message->data, bytes);
        free(message->data);
        used -= message->words;
    }
    *at = message->next;
    message->next = spare;
    spare = message;
}

void subset_send(unsigned node, uint32_t tag, const void *data, size_t bytes)
{
    uint32_t header = subset_header(subset_world.rank, node);
    fsl_put_control(header | ENVELOPE_WORDS);
    fsl_put(tag);
    fsl_put(subset_words(bytes));
    subset_put_data(header, data, bytes);
}

void subset_receive(unsigned node, uint32_t tag, void *data, size_t bytes)
{
    uint32_t header = subset_header(node, subset_world.rank);
    struct message **message = subset_find(header | ENVELOPE_WORDS, tag);
    if (*message != NULL) {
        subset_take(message, data, bytes);
    } else {
        subset_check_words(subset_await(header | ENVELOPE_WORDS, tag), bytes);
        SUBSET_MARK_MATCHED(node);
        subset_get_data(header, data, bytes, subset_await_header);
    }
    SUBSET_MARK_RECEIVED();
}

#endif
