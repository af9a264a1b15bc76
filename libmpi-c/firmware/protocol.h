// The protocol of the NIC: how it handles headers and requests, with any kind of matching. Its loop is that of Underwood et
// al. 2005 §V-C: it polls the network and the host, advances the work under way, and brings the units up to date.
//
// If there is credit (credit.h), a message of up to NIC_EAGER_BYTES goes with its data (NIC_PACKET_EAGER). Else a request to send goes
// (NIC_PACKET_REQUEST). When there is a receive, its NIC answers with a clear to send and the buffer's address (NIC_PACKET_CLEAR), and the data
// goes there (NIC_PACKET_DATA). A synchronous send is complete when its receive is known: by the clear to send, or by NIC_PACKET_ACKNOWLEDGE.
#ifndef FIRMWARE_PROTOCOL_H
#define FIRMWARE_PROTOCOL_H

#include "firmware/credit.h"
#include "firmware/matching.h"
#include "firmware/memory.h"
#include "firmware/queue.h"
#include "hal/sim.h"
#include "mark/mark.h"
#include "mark/phase.h"

static struct {
    uint32_t transmits, completions;  // transmit commands and completions that can be given, at least
    struct queue sends;               // entries that wait for a transmit command, in order
    struct queue answers;             // entries that wait for a completion, in order
    struct queue probes;              // requests that wait for a message
    uint32_t arrived;                 // unexpected messages so far
} protocol;

static void protocol_status(uint32_t status)
{
    protocol.transmits = (status & NIC_STATUS_TRANSMITS_MASK) >> NIC_STATUS_TRANSMITS_SHIFT;
    protocol.completions = (status & NIC_STATUS_COMPLETIONS_MASK) >> NIC_STATUS_COMPLETIONS_SHIFT;
}

// Marks of messages, by entries. A message from `node` has met the receive `receive`, or waits as `message` until `receive` takes it
// or its sender withdraws it. A receive is complete. A send is taken back before it has left (the tag has 15 bits of the match bits).
#define PROTOCOL_MARK_MATCHED(receive, node) MARK("matched %0 %1", "r"(receive), "nr"(node))
#define PROTOCOL_MARK_UNEXPECTED(message, node) MARK("unexpected %0 %1", "r"(message), "nr"(node))
#define PROTOCOL_MARK_TAKEN(receive, message) MARK("taken %0 %1", "r"(receive), "r"(message))
#define PROTOCOL_MARK_WITHDRAWN(message) MARK("withdrawn %0", "r"(message))
#define PROTOCOL_MARK_RECEIVED(receive) MARK("received %0", "r"(receive))
#define PROTOCOL_MARK_TAKEN_BACK(send) MARK("taken_back %0@0:15 %1@0:16", "m"((send)->match_low), "m"((send)->node))

// ---- To the host

static void protocol_put(const struct entry *entry)
{
    protocol.completions--;
    nic_write(NIC_REG_COMPLETION_COOKIE_LOW, entry->cookie_low);
    nic_write(NIC_REG_COMPLETION_COOKIE_HIGH, entry->cookie_high);
    nic_write(NIC_REG_COMPLETION_BYTES, entry->length);
    nic_write(NIC_REG_COMPLETION_HANDLE, (uintptr_t)entry->handle);
    nic_write(NIC_REG_COMPLETION_EPOCH, entry->number);
    nic_write(NIC_REG_COMPLETION, (entry->match_low & INT32_MAX) | (uint32_t)entry->flag << 31);
}

// The entry's request is complete, or answered. Sends the host its length, match_low (source and tag), flag, handle and number. Frees the
// entry.
static void protocol_answer(struct entry *entry)
{
    if (protocol.completions == 0 || protocol.answers.first != NULL) {
        queue_append(&protocol.answers, entry);
        return;
    }
    protocol_put(entry);
    entry_free(entry);
}

static void protocol_complete(struct entry *entry)
{
    entry->flag = false;
    protocol_answer(entry);
}

// ---- To the network

static void protocol_payload(const struct entry *entry, uint32_t bytes)
{
    nic_write(NIC_REG_TRANSMIT_ADDRESS_LOW, entry->address_low);
    nic_write(NIC_REG_TRANSMIT_ADDRESS_HIGH, entry->address_high);
    nic_write(NIC_REG_TRANSMIT_BYTES, bytes);
}

// The interface puts the completion of a send itself, when all data is read.
static uint32_t protocol_notify(const struct entry *entry)
{
    protocol.completions--;
    nic_write(NIC_REG_COMPLETION_COOKIE_LOW, entry->cookie_low);
    nic_write(NIC_REG_COMPLETION_COOKIE_HIGH, entry->cookie_high);
    return NIC_TRANSMIT_NOTIFY;
}

// Transmits a message, or a request to send.
static inline void protocol_transmit_head(const struct entry *entry, uint32_t packet, uint32_t payload)
{
    nic_transmit_header(NIC_HEADER_MATCH, entry->match_low);
    nic_transmit_header(NIC_HEADER_KIND, entry->match_high | packet << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_BYTES, entry->bytes);
    nic_transmit_header(NIC_HEADER_SENDER, entry_number(entry));
    protocol_payload(entry, payload);
}

// Transmits a message: with its data if there is credit, else a request to send.
static inline void protocol_transmit_message(struct entry *entry)
{
    if (entry->bytes > NIC_EAGER_BYTES || !credit_take(entry->node, entry->bytes)) {
        protocol_transmit_head(entry, NIC_PACKET_REQUEST, 0);
        nic_write(NIC_REG_TRANSMIT, entry->node);
    } else if (entry->kind == NIC_REQUEST_KIND_SYNCHRONOUS) {
        protocol_transmit_head(entry, NIC_PACKET_EAGER_SYNCHRONOUS, entry->bytes);
        nic_write(NIC_REG_TRANSMIT, entry->node);
    } else {
        protocol_transmit_head(entry, NIC_PACKET_EAGER, entry->bytes);
        nic_write(NIC_REG_TRANSMIT, entry->node | protocol_notify(entry));
        entry_free(entry);
    }
}

// Clears a receive to its sender; the handle is the sender's number. Clears `length` bytes, or fewer if the buffer is shorter.
static void protocol_transmit_clear(const struct entry *entry)
{
    nic_transmit_header(NIC_HEADER_KIND, NIC_PACKET_CLEAR << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_BYTES, entry->length < entry->bytes ? entry->length : entry->bytes);
    nic_transmit_header(NIC_HEADER_SENDER, (uintptr_t)entry->handle);
    nic_transmit_header(NIC_HEADER_RECEIVER, entry_number(entry));
    nic_transmit_header(NIC_HEADER_TO_LOW, entry->address_low);
    nic_transmit_header(NIC_HEADER_TO_HIGH, entry->address_high);
    protocol_payload(entry, 0);
    nic_write(NIC_REG_TRANSMIT, entry->node);
}

static void protocol_transmit_acknowledge(struct entry *entry)
{
    nic_transmit_header(NIC_HEADER_KIND, NIC_PACKET_ACKNOWLEDGE << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_SENDER, (uintptr_t)entry->handle);
    protocol_payload(entry, 0);
    nic_write(NIC_REG_TRANSMIT, entry->node);
    entry_free(entry);
}

// Returns credit for `length` messages of the kind `number`.
static void protocol_transmit_credit(struct entry *entry)
{
    nic_transmit_header(NIC_HEADER_KIND, NIC_PACKET_CREDIT << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_BYTES, entry->length);
    nic_transmit_header(NIC_HEADER_RECEIVER, entry->number);
    protocol_payload(entry, 0);
    nic_write(NIC_REG_TRANSMIT, entry->node);
    entry_free(entry);
}

// Asks whether the message that is entry `handle` at this node has met its receive.
static void protocol_transmit_withdraw(const struct entry *entry)
{
    nic_transmit_header(NIC_HEADER_KIND, NIC_PACKET_WITHDRAW << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_SENDER, entry_number(entry->handle));
    nic_transmit_header(NIC_HEADER_RECEIVER, entry_number(entry));
    protocol_payload(entry, 0);
    nic_write(NIC_REG_TRANSMIT, entry->node);
}

// Answers the entry with this `number`: has the message been withdrawn?
static void protocol_transmit_withdrawn(struct entry *entry)
{
    nic_transmit_header(NIC_HEADER_KIND, NIC_PACKET_WITHDRAWN << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_BYTES, entry->flag);
    nic_transmit_header(NIC_HEADER_SENDER, entry->number);
    protocol_payload(entry, 0);
    nic_write(NIC_REG_TRANSMIT, entry->node);
    entry_free(entry);
}

// Transmits `length` bytes of a cleared send for the receiver's `handle`, to the address that now is in its match bits.
static void protocol_transmit_data(struct entry *entry)
{
    nic_transmit_header(NIC_HEADER_KIND, NIC_PACKET_DATA << NIC_HEADER_KIND_PACKET_SHIFT);
    nic_transmit_header(NIC_HEADER_BYTES, entry->length);
    nic_transmit_header(NIC_HEADER_RECEIVER, (uintptr_t)entry->handle);
    nic_transmit_header(NIC_HEADER_TO_LOW, entry->match_low);
    nic_transmit_header(NIC_HEADER_TO_HIGH, entry->match_high);
    protocol_payload(entry, entry->length);
    nic_write(NIC_REG_TRANSMIT, entry->node | protocol_notify(entry));
    entry_free(entry);
}

static void protocol_transmit(struct entry *entry)
{
    protocol.transmits--;
    switch (entry->kind) {
    case NIC_REQUEST_KIND_SEND:
    case NIC_REQUEST_KIND_SYNCHRONOUS:
        protocol_transmit_message(entry);
        break;
    case ENTRY_CLEAR:
        protocol_transmit_clear(entry);
        break;
    case ENTRY_ACKNOWLEDGE:
        protocol_transmit_acknowledge(entry);
        break;
    case ENTRY_CREDIT:
        protocol_transmit_credit(entry);
        break;
    case ENTRY_WITHDRAW:
        protocol_transmit_withdraw(entry);
        break;
    case ENTRY_WITHDRAWN:
        protocol_transmit_withdrawn(entry);
        break;
    default:
        protocol_transmit_data(entry);
        break;
    }
}

// Also asks for a free completion, which may be needed. The processor never waits for one: it would take no headers meanwhile.
static inline bool protocol_can_transmit(void)
{
    return protocol.transmits != 0 && protocol.completions != 0 && protocol.answers.first == NULL;
}

// Transmits what the entry's kind says: now, or after the entries that wait already.
static void protocol_send(struct entry *entry)
{
    if (protocol_can_transmit() && protocol.sends.first == NULL)
        protocol_transmit(entry);
    else
        queue_append(&protocol.sends, entry);
}

static void protocol_acknowledge(uint32_t node, uint32_t sender)
{
    struct entry *entry = entry_new();
    entry->kind = ENTRY_ACKNOWLEDGE;
    entry->node = node;
    entry->handle = (struct entry *)(uintptr_t)sender;
    protocol_send(entry);
}

static __attribute__((noinline)) void protocol_give_credit(uint32_t node, enum memory_kind kind, uint32_t messages)
{
    struct entry *entry = entry_new();
    entry->kind = ENTRY_CREDIT;
    entry->node = node;
    entry->length = messages;
    entry->number = kind;
    protocol_send(entry);
}

// A receive has taken a message of `bytes` bytes from this node that came with its data.
static inline void protocol_taken(uint32_t node, uint32_t bytes)
{
    enum memory_kind kind = memory_kind(bytes);
    uint32_t messages = credit_taken(node, kind);
    if (__builtin_expect(messages != 0, 0))
        protocol_give_credit(node, kind, messages);
}

// ---- Messages

// Copies from NIC memory; if `from` is NULL, from the oldest header's payload.
static void protocol_copy(const unsigned char *from, uint32_t to_low, uint32_t to_high, uint32_t bytes)
{
    if (bytes == 0)
        return;
    nic_write(NIC_REG_COPY_FROM, (uintptr_t)from);
    nic_write(NIC_REG_COPY_TO_LOW, to_low);
    nic_write(NIC_REG_COPY_TO_HIGH, to_high);
    nic_write(NIC_REG_COPY, bytes);
}

// The part of a header that describes a message.
struct message {
    uint32_t match_low, bytes, node, packet;
};

static inline uint64_t protocol_match(uint32_t low, uint32_t word)
{
    return (uint64_t)(word & NIC_HEADER_KIND_MATCH_HIGH_MASK) << 32 | low;
}

// Sends a clear to send for the data of `receive`, which is entry `sender` of node `node`.
static void protocol_clear(struct entry *receive, uint32_t node, uint32_t sender)
{
    receive->kind = ENTRY_CLEAR;
    receive->node = node;
    receive->handle = (struct entry *)(uintptr_t)sender;
    protocol_send(receive);
}

// Delivers the message of the oldest header to the posted receive `receive`.
static void protocol_deliver(struct entry *receive, const struct message *message)
{
    PHASE(deliver)
    PROTOCOL_MARK_MATCHED(receive, message->node);
    receive->length = message->bytes;
    receive->match_low = message->match_low;
    if (message->packet == NIC_PACKET_REQUEST) {
        uint32_t sender = nic_header(NIC_HEADER_SENDER);
        nic_write(NIC_REG_HEADER_POP, 0);
        protocol_clear(receive, message->node, sender);
        return;
    }
    uint32_t sender = message->packet == NIC_PACKET_EAGER_SYNCHRONOUS ? nic_header(NIC_HEADER_SENDER) : 0;
    uint32_t bytes = message->bytes < receive->bytes ? message->bytes : receive->bytes;
    protocol_copy(NULL, receive->address_low, receive->address_high, bytes);
    nic_write(NIC_REG_HEADER_POP, 0);
    PROTOCOL_MARK_RECEIVED(receive);
    protocol_complete(receive);
    protocol_taken(message->node, message->bytes);
    if (message->packet == NIC_PACKET_EAGER_SYNCHRONOUS)
        protocol_acknowledge(message->node, sender);
}

// Makes an entry of the oldest header's message, with its data in NIC memory.
static struct entry *protocol_message_new(const struct message *message, uint32_t match_high)
{
    uint32_t bytes = message->packet == NIC_PACKET_REQUEST ? 0 : message->bytes;
    struct entry *entry = message_new(bytes);
    entry->kind = ENTRY_MESSAGE;
    entry->match_low = message->match_low;
    entry->match_high = match_high;
    entry->mask_low = entry->mask_high = 0;
    entry->length = message->bytes;
    entry->node = message->node;
    entry->packet = message->packet;
    if (message->packet != NIC_PACKET_EAGER)
        entry->handle = (struct entry *)(uintptr_t)nic_header(NIC_HEADER_SENDER);
    protocol_copy(NULL, (uintptr_t)entry->payload, 0, bytes);
    nic_write(NIC_REG_HEADER_POP, 0);
    PROTOCOL_MARK_UNEXPECTED(entry, message->node);
    return entry;
}

// Answers a request for a message: with `message`, which stays in place or now belongs to the host, or with none (NULL).
static void protocol_found(struct entry *request, struct entry *message)
{
    request->flag = message != NULL;
    request->number = protocol.arrived;
    if (message != NULL) {
        request->length = message->length;
        request->match_low = message->match_low;
        request->handle = message;
    }
    protocol_answer(request);
}

// Answers the probes that accept this message.
static void protocol_answer_probes(struct entry *message)
{
    for (struct entry *probe = protocol.probes.first, *next; probe != NULL; probe = next) {
        next = probe->next;
        if (entry_agrees(entry_match(message), entry_match(probe), entry_mask(probe))) {
            queue_remove(&protocol.probes, probe);
            protocol_found(probe, message);
        }
    }
}

static void protocol_keep(const struct message *message, uint32_t match_high)
{
    PHASE(keep)
    struct entry *entry = protocol_message_new(message, match_high);
    matching_keep(entry);
    nic_write(NIC_REG_EPOCH, ++protocol.arrived);
    if (__builtin_expect(protocol.probes.first != NULL, 0))
        protocol_answer_probes(entry);
}

static void protocol_arrive(uint32_t word)
{
    struct message message = {
        .match_low = nic_header(NIC_HEADER_MATCH),
        .node = (word & NIC_HEADER_KIND_NODE_MASK) >> NIC_HEADER_KIND_NODE_SHIFT,
        .packet = (word & NIC_HEADER_KIND_PACKET_MASK) >> NIC_HEADER_KIND_PACKET_SHIFT,
    };
    struct entry *receive = matching_take_posted(protocol_match(message.match_low, word));
    message.bytes = nic_header(NIC_HEADER_BYTES);
    if (receive == NULL)
        protocol_keep(&message, word & NIC_HEADER_KIND_MATCH_HIGH_MASK);
    else if (receive->kind == NIC_REQUEST_KIND_TAKE_WAIT)
        protocol_found(receive, protocol_message_new(&message, word & NIC_HEADER_KIND_MATCH_HIGH_MASK));
    else
        protocol_deliver(receive, &message);
}

// The receiver has cleared a message of this node.
static void protocol_cleared(void)
{
    struct entry *send = entry_of(nic_header(NIC_HEADER_SENDER));
    send->kind = ENTRY_DATA;
    send->length = nic_header(NIC_HEADER_BYTES);
    send->handle = (struct entry *)(uintptr_t)nic_header(NIC_HEADER_RECEIVER);
    send->match_low = nic_header(NIC_HEADER_TO_LOW);
    send->match_high = nic_header(NIC_HEADER_TO_HIGH);
    nic_write(NIC_REG_HEADER_POP, 0);
    protocol_send(send);
}

static void protocol_credited(uint32_t word)
{
    uint32_t node = (word & NIC_HEADER_KIND_NODE_MASK) >> NIC_HEADER_KIND_NODE_SHIFT;
    credit_returned(node, nic_header(NIC_HEADER_RECEIVER), nic_header(NIC_HEADER_BYTES));
    nic_write(NIC_REG_HEADER_POP, 0);
}

// Is the entry a send with the request's cookie to the request's node?
static bool protocol_is_send(const struct entry *entry, const struct entry *request)
{
    return (entry->kind == NIC_REQUEST_KIND_SEND || entry->kind == NIC_REQUEST_KIND_SYNCHRONOUS) &&
           entry->cookie_low == request->address_low && entry->cookie_high == request->address_high && entry->node == request->node;
}

// Asks about the next entry after request->handle that may be the send, or answers that there is none. A freed entry may
// look like it. Then no message that waits at the receiver has its number, because the number has not been used again.
static void protocol_withdraw_next(struct entry *request)
{
    do
        request->handle = memory_next_entry(request->handle);
    while (request->handle != NULL && !protocol_is_send(request->handle, request));
    request->flag = false;
    if (request->handle != NULL)
        protocol_send(request);
    else
        protocol_answer(request);
}

// Handles the receiver's answer. If it has withdrawn the message, the send is over.
static void protocol_withdrawn(void)
{
    struct entry *request = entry_of(nic_header(NIC_HEADER_SENDER));
    bool is_withdrawn = nic_header(NIC_HEADER_BYTES) != 0;
    nic_write(NIC_REG_HEADER_POP, 0);
    if (!is_withdrawn) {
        protocol_withdraw_next(request);
        return;
    }
    entry_free(request->handle);
    request->flag = true;
    protocol_answer(request);
}

// Handles a sender's question.
static void protocol_withdraw(uint32_t word)
{
    struct entry *answer = entry_new();
    answer->kind = ENTRY_WITHDRAWN;
    answer->node = (word & NIC_HEADER_KIND_NODE_MASK) >> NIC_HEADER_KIND_NODE_SHIFT;
    answer->number = nic_header(NIC_HEADER_RECEIVER);
    answer->flag = matching_withdraw(answer->node, nic_header(NIC_HEADER_SENDER));
    nic_write(NIC_REG_HEADER_POP, 0);
    protocol_send(answer);
}

// Completes the entry that word `word` of the oldest header names: a receive whose data has come, or a send.
static void protocol_ended(unsigned word)
{
    struct entry *entry = entry_of(nic_header(word));
    nic_write(NIC_REG_HEADER_POP, 0);
    PROTOCOL_MARK_RECEIVED(entry);
    protocol_complete(entry);
}

// Handles the oldest header. Returns whether it was delivered to the unit.
static bool protocol_header(void)
{
    uint32_t word = nic_header(NIC_HEADER_KIND);
    switch ((word & NIC_HEADER_KIND_PACKET_MASK) >> NIC_HEADER_KIND_PACKET_SHIFT) {
    case NIC_PACKET_DATA:
        protocol_ended(NIC_HEADER_RECEIVER);
        return false;
    case NIC_PACKET_CLEAR:
        protocol_cleared();
        return false;
    case NIC_PACKET_ACKNOWLEDGE:
        protocol_ended(NIC_HEADER_SENDER);
        return false;
    case NIC_PACKET_CREDIT:
        protocol_credited(word);
        return false;
    case NIC_PACKET_WITHDRAW:
        protocol_withdraw(word);
        return false;
    case NIC_PACKET_WITHDRAWN:
        protocol_withdrawn();
        return false;
    default:
        protocol_arrive(word);
        return true;
    }
}

static void protocol_delivered_header(void)
{
    while (!protocol_header()) {
    }
}

// ---- Requests

static void protocol_hand_over(struct entry *receive, struct entry *message);

// The message taken for `receive` had been withdrawn. (Where the match bits of both count, they are equal.)
static __attribute__((noinline)) void protocol_receive_behind(struct entry *receive, struct entry *gone)
{
    struct entry *message = matching_take_behind(gone, entry_match(receive), entry_mask(receive));
    if (message != NULL)
        protocol_hand_over(receive, message);
    else
        matching_post(receive);
}

// Gives an unexpected message to `receive`. If it was withdrawn, its packet is NIC_PACKET_REQUEST.
static void protocol_hand_over(struct entry *receive, struct entry *message)
{
    PHASE(hand_over)
    PROTOCOL_MARK_TAKEN(receive, message);
    receive->length = message->length;
    receive->match_low = message->match_low;
    uint32_t node = message->node, packet = message->packet, sender = (uintptr_t)message->handle;
    if (packet == NIC_PACKET_REQUEST) {
        if (__builtin_expect(message->kind == ENTRY_GONE, 0)) {
            protocol_receive_behind(receive, message);
            return;
        }
        entry_free(message);
        protocol_clear(receive, node, sender);
        return;
    }
    uint32_t bytes = message->length < receive->bytes ? message->length : receive->bytes;
    protocol_copy(message->payload, receive->address_low, receive->address_high, bytes);
    message_free(message, receive->length);
    PROTOCOL_MARK_RECEIVED(receive);
    protocol_taken(node, receive->length);
    protocol_complete(receive);
    if (packet == NIC_PACKET_EAGER_SYNCHRONOUS)
        protocol_acknowledge(node, sender);
}

static void protocol_receive(struct entry *receive)
{
    struct entry *message = matching_take_message(entry_match(receive), entry_mask(receive));
    if (message != NULL)
        protocol_hand_over(receive, message);
    else
        matching_post(receive);
}

static void protocol_take(struct entry *request)
{
    struct entry *message = matching_take_message(entry_match(request), entry_mask(request));
    if (message != NULL && message->kind == ENTRY_GONE)
        message = matching_take_behind(message, entry_match(request), entry_mask(request));
    if (message == NULL && request->kind == NIC_REQUEST_KIND_TAKE_WAIT)
        matching_post(request);
    else
        protocol_found(request, message);
}

static void protocol_probe(struct entry *request)
{
    struct entry *message = matching_look(entry_match(request), entry_mask(request));
    if (message == NULL && request->kind == NIC_REQUEST_KIND_PROBE_WAIT)
        queue_append(&protocol.probes, request);
    else
        protocol_found(request, message);
}

static void protocol_cancel(struct entry *request)
{
    request->flag = matching_cancel(request->address_low, request->address_high);
    protocol_answer(request);
}

// Cancels a send that has not left: it is over at once.
static void protocol_cancel_send(struct entry *request)
{
    for (struct entry *send = protocol.sends.first; send != NULL; send = send->next) {
        if (protocol_is_send(send, request)) {
            queue_remove(&protocol.sends, send);
            PROTOCOL_MARK_TAKEN_BACK(send);
            entry_free(send);
            request->flag = true;
            protocol_answer(request);
            return;
        }
    }
    request->kind = ENTRY_WITHDRAW;
    request->handle = NULL;
    protocol_withdraw_next(request);
}

// Handles the oldest request. Returns whether it was delivered to the unit.
static bool protocol_request(void)
{
    struct entry *entry = (struct entry *)(uintptr_t)nic_read(NIC_REG_REQUEST);
    nic_write(NIC_REG_ENTRY, (uintptr_t)entry_new());
    switch (entry->kind) {
    case NIC_REQUEST_KIND_RECEIVE:
        protocol_receive(entry);
        return true;
    case NIC_REQUEST_KIND_TAKE:
    case NIC_REQUEST_KIND_TAKE_WAIT:
        protocol_take(entry);
        return true;
    case NIC_REQUEST_KIND_RECEIVE_MATCHED:
        protocol_hand_over(entry, entry->handle);
        return false;
    case NIC_REQUEST_KIND_PROBE:
    case NIC_REQUEST_KIND_PROBE_WAIT:
        protocol_probe(entry);
        return false;
    case NIC_REQUEST_KIND_CANCEL:
        protocol_cancel(entry);
        return false;
    case NIC_REQUEST_KIND_CANCEL_SEND:
        protocol_cancel_send(entry);
        return false;
    default:
        protocol_send(entry);
        return false;
    }
}

static void protocol_delivered_request(void)
{
    while (!protocol_request()) {
    }
}

// ---- The loop

static inline bool protocol_has_waiting(void)
{
    return protocol.answers.first != NULL || protocol.sends.first != NULL;
}

static void protocol_advance(void)
{
    struct entry *entry;
    while (protocol.completions != 0 && (entry = protocol.answers.first) != NULL) {
        queue_remove(&protocol.answers, entry);
        protocol_put(entry);
        entry_free(entry);
    }
    while (protocol_can_transmit() && (entry = protocol.sends.first) != NULL) {
        queue_remove(&protocol.sends, entry);
        protocol_transmit(entry);
    }
}

static void protocol_open(void)
{
    memory_open();
    credit_open(sim_nodes());
    uint32_t status = nic_read(NIC_REG_STATUS);
    matching_open((status & NIC_STATUS_UNITS) != 0);
    for (uint32_t left = (status & NIC_STATUS_ENTRIES_MASK) >> NIC_STATUS_ENTRIES_SHIFT; left > 0; left--)
        nic_write(NIC_REG_ENTRY, (uintptr_t)entry_new());
    nic_write(NIC_REG_CONTROL, NIC_CONTROL_ENABLE);
}

// If there is nothing to do, a round is one load of the status and stores nothing.
static _Noreturn void protocol_run(void)
{
    protocol_open();
    for (;;) {
        uint32_t status = nic_read(NIC_REG_STATUS);
        PHASE(poll)
        uint32_t work = status & (NIC_STATUS_HEADER | NIC_STATUS_REQUEST);
        if (work == 0 && !protocol_has_waiting() && !matching_lags())
            continue;
        protocol_status(status);
        if ((work & NIC_STATUS_HEADER) != 0) {
            PHASE(header)
            protocol_header();
        }
        if ((work & NIC_STATUS_REQUEST) != 0) {
            PHASE(request)
            protocol_request();
        }
        if (protocol_has_waiting()) {
            PHASE(advance)
            protocol_advance();
        }
        if (matching_lags())
            matching_update();
    }
}

#endif
