// Channel `am`: takes handler calls off the link.
#include "channel.h"
#include "channel/am/internal.h"

static uint32_t chan_call_word(void)
{
    return gascore_get(GASCORE_LINK_CALLS);
}

// Takes the words of a call after its token: moves the packet into its slot and to the end of the queue.
static void chan_take_packet(uint32_t head, struct chan_peer *peer)
{
    struct chan_packet *packet = &peer->slots[peer->came++ & (AM_WINDOW - 1)];
    chan_word *word = (chan_word *)packet->head, *payload = (chan_word *)packet->payload;
    if (head & GASCORE_TYPE_LONG) {
        chan_call_word();
        chan_call_word();
    }
    word[0] = chan_call_word();
    word[1] = chan_call_word();
    word[2] = chan_call_word();
    for (uint32_t left = (head >> GASCORE_TYPE_ARGUMENTS_SHIFT & 0xff) - CHAN_HEAD_ARGUMENTS; left != 0; left--)
        *payload++ = chan_call_word();
    chan_state.queue[chan_state.queue_tail & chan_state.queue_mask] = packet;
    chan_state.queue_tail++;
}

void chan_take_own(uint32_t head, uint32_t token)
{
    unsigned node = head & 0xff;
    switch (head & CHAN_CODE_KIND) {
    case CHAN_CODE_PACKET:
        chan_take_packet(head, &chan_state.peer[node]);
        break;
    case CHAN_CODE_CREDIT:
        chan_state.peer[node].limit = chan_call_word() + AM_WINDOW;
        break;
    case CHAN_CODE_HELLO:
        chan_hello(node, chan_call_word());
        break;
    default:
        chan_call_word();
        chan_call_word();
        break;
    }
    gascore_put(GASCORE_LINK_TOKENS, token);
    hal_order();
}

void chan_take_call(void)
{
    uint32_t head = chan_call_word(), token = chan_call_word();
    if (head & CHAN_CODE) {
        chan_take_own(head, token);
        return;
    }
    if (chan_state.keep_other == NULL)
        chan_stranger();
    chan_state.keep_other(head, token);
    chan_state.others++;
}

void chan_run_others(void)
{
    chan_state.others = 0;
    chan_state.run_others();
}

const struct chan_packet *chan_front(void)
{
    static const struct chan_packet none = {.head = {0, CHAN_NO_PACKET}};
    if (chan_queue_is_empty() && gascore_has_word(GASCORE_LINK_CALLS))
        chan_take_call();
    if (chan_state.others != 0)
        chan_run_others();
    return chan_queue_is_empty() ? &none : chan_queue_front();
}
