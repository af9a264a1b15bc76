// NIC firmware that matches messages along linked lists in NIC memory. If there are associative units, they match first, and the
// firmware searches the rest of the lists (Underwood et al. 2005 §IV, §V-C).
#include "firmware/matching.h"
#include "firmware/memory.h"
#include "firmware/protocol.h"
#include "firmware/queue.h"
#include "firmware/unit.h"

// A list. The unit holds its oldest entries.
struct list {
    struct queue all;
    struct entry *outside;  // the first entry that is not in the unit; NULL: all are in it
    struct unit unit;
    uint32_t gone;          // entries that are ENTRY_GONE; all are in the unit
    void (*handle)(void);   // handles one item that was delivered to the unit
    void (*free)(struct entry *entry);
};

static struct list posted, unexpected;

static void list_free_message(struct entry *message)
{
    message_free(message, message->length);
}

static void list_open(struct list *list, bool has_unit, uintptr_t base, void (*handle)(void), void (*free)(struct entry *entry))
{
    list->handle = handle;
    list->free = free;
    if (has_unit)
        unit_open(&list->unit, base);
}

static void matching_open(bool has_units)
{
    list_open(&posted, has_units, ALPU_POSTED_BASE, protocol_delivered_header, entry_free);
    list_open(&unexpected, has_units, ALPU_UNEXPECTED_BASE, protocol_delivered_request, list_free_message);
}

static void list_append(struct list *list, struct entry *entry)
{
    entry->in_unit = false;
    queue_append(&list->all, entry);
    if (list->outside == NULL)
        list->outside = entry;
}

static void list_remove(struct list *list, struct entry *entry)
{
    if (list->outside == entry)
        list->outside = entry->next;
    queue_remove(&list->all, entry);
}

// Search a list from `entry` on: for the first receive that accepts `match`, and the first message that `match` and `mask` accept.
static struct entry *list_find_posted(struct entry *entry, uint64_t match)
{
    while (entry != NULL && !entry_agrees(entry_match(entry), match, entry_mask(entry)))
        entry = entry->next;
    return entry;
}

static struct entry *list_find_message(struct entry *entry, uint64_t match, uint64_t mask)
{
    while (entry != NULL && !entry_agrees(entry_match(entry), match, mask))
        entry = entry->next;
    return entry;
}

// Marks an entry that belongs to nobody any more. It stays in its list until the unit returns it.
static void list_leave(struct list *list, struct entry *entry)
{
    entry->kind = ENTRY_GONE;
    list->gone++;
}

// The unit has returned an entry.
static void list_returned(struct list *list, struct entry *entry)
{
    list_remove(list, entry);
    list->unit.inside -= entry->in_unit;
    entry->in_unit = false;
}

// Takes out the first receive from `entry` on that accepts `match`. Some entries may be gone, and some in the unit. If the receive is in
// the unit, marks it as gone and returns a copy.
static __attribute__((noinline)) struct entry *list_take_among_gone(struct list *list, struct entry *entry, uint64_t match)
{
    while ((entry = list_find_posted(entry, match)) != NULL && entry->kind == ENTRY_GONE)
        entry = entry->next;
    if (entry == NULL || !entry->in_unit) {
        if (entry != NULL)
            list_remove(list, entry);
        return entry;
    }
    struct entry *copy = entry_new();
    *copy = *entry;
    copy->in_unit = false;
    list_leave(list, entry);
    return copy;
}

// The same, if the unit's answer was an entry that is gone.
static struct entry *list_take_behind(struct list *list, struct entry *gone, uint64_t match)
{
    struct entry *next = gone->next;
    list->gone--;
    entry_free(gone);
    return list_take_among_gone(list, next, match);
}

static struct entry *matching_take_posted(uint64_t match)
{
    if (posted.unit.cells != 0) {
        uint32_t result = unit_result(&posted.unit);
        if (unit_kind(result) == ALPU_RESULT_SUCCESS) {
            struct entry *entry = entry_of(unit_value(result));
            list_returned(&posted, entry);
            return entry->kind == ENTRY_GONE ? list_take_behind(&posted, entry, match) : entry;
        }
    }
    struct entry *entry = list_find_posted(posted.outside, match);
    if (entry == NULL)
        return NULL;
    if (entry->kind == ENTRY_GONE)
        return list_take_among_gone(&posted, entry, match);
    list_remove(&posted, entry);
    return entry;
}

static void matching_post(struct entry *receive)
{
    list_append(&posted, receive);
}

static bool matching_cancel(uint32_t cookie_low, uint32_t cookie_high)
{
    struct entry *entry = posted.all.first;
    while (entry != NULL &&
           (entry->kind == ENTRY_GONE || entry->cookie_low != cookie_low || entry->cookie_high != cookie_high))
        entry = entry->next;
    if (entry == NULL)
        return false;
    if (entry->in_unit) {
        list_leave(&posted, entry);
    } else {
        list_remove(&posted, entry);
        entry_free(entry);
    }
    return true;
}

static struct entry *matching_take_message(uint64_t match, uint64_t mask)
{
    if (unexpected.unit.cells != 0) {
        uint32_t result = unit_result(&unexpected.unit);
        if (unit_kind(result) == ALPU_RESULT_SUCCESS) {
            struct entry *entry = entry_of(unit_value(result));
            list_returned(&unexpected, entry);
            return entry;
        }
    }
    struct entry *entry = list_find_message(unexpected.outside, match, mask);
    if (entry != NULL)
        list_remove(&unexpected, entry);
    return entry;
}

static void matching_keep(struct entry *message)
{
    list_append(&unexpected, message);
}

// May also find a message that the unit has already given to a later request, because the probe is older.
static struct entry *matching_look(uint64_t match, uint64_t mask)
{
    struct entry *message = list_find_message(unexpected.all.first, match, mask);
    while (message != NULL && message->kind == ENTRY_GONE)
        message = list_find_message(message->next, match, mask);
    return message;
}

// A message that came with all its data cannot be withdrawn: it is complete for its sender.
static bool matching_withdraw(uint32_t node, uint32_t sender)
{
    struct entry *message = unexpected.all.first;
    while (message != NULL && (message->kind == ENTRY_GONE || message->packet == NIC_PACKET_EAGER || message->node != node ||
                               (uintptr_t)message->handle != sender))
        message = message->next;
    if (message == NULL)
        return false;
    PROTOCOL_MARK_WITHDRAWN(message);
    if (message->in_unit) {
        message->packet = NIC_PACKET_REQUEST;
        list_leave(&unexpected, message);
    } else {
        list_remove(&unexpected, message);
        message_free(message, message->length);
    }
    return true;
}

// If the message is in the unit, marks it as gone and returns a copy, which has the payload.
static struct entry *matching_take_behind(struct entry *gone, uint64_t match, uint64_t mask)
{
    struct entry *message = list_find_message(gone->next, match, mask);
    unexpected.gone--;
    message_free(gone, gone->length);
    while (message != NULL && message->kind == ENTRY_GONE)
        message = list_find_message(message->next, match, mask);
    if (message == NULL)
        return NULL;
    if (!message->in_unit) {
        list_remove(&unexpected, message);
        return message;
    }
    struct entry *copy = entry_new();
    *copy = *message;
    copy->in_unit = false;
    message->payload = NULL;
    message->packet = NIC_PACKET_REQUEST;
    list_leave(&unexpected, message);
    return copy;
}

static inline bool list_is_crowded(const struct list *list)
{
    return 2 * list->gone > list->unit.cells;
}

static inline bool list_lags(const struct list *list)
{
    return (list->outside != NULL && list->unit.inside < list->unit.cells) || list_is_crowded(list);
}

static bool matching_lags(void)
{
    return list_lags(&posted) || list_lags(&unexpected);
}

// Takes all entries out of the unit. Its earlier answers still count. So list_sweep frees the entries that are gone only when all
// these answers are handled.
static void list_empty_unit(struct list *list)
{
    alpu_write(list->unit.base, ALPU_REG_COMMAND, ALPU_COMMAND_RESET);
    for (struct entry *entry = list->all.first; entry != NULL; entry = entry->next)
        entry->in_unit = false;
    list->unit.inside = 0;
    list->outside = list->all.first;
}

static void list_sweep(struct list *list)
{
    for (struct entry *entry = list->all.first, *next; entry != NULL; entry = next) {
        next = entry->next;
        if (entry->kind == ENTRY_GONE) {
            list_remove(list, entry);
            list->free(entry);
        }
    }
    list->gone = 0;
}

static void list_update(struct list *list)
{
    PHASE(update)
    bool crowded = list_is_crowded(list);
    if (crowded)
        list_empty_unit(list);
    uint32_t free = unit_begin_insert(&list->unit, list->handle);
    if (crowded)
        list_sweep(list);
    struct entry *entry = list->outside;
    for (; entry != NULL && free != 0; entry = entry->next, free--) {
        unit_insert(&list->unit, entry);
        entry->in_unit = true;
        list->unit.inside++;
    }
    list->outside = entry;
    alpu_write(list->unit.base, ALPU_REG_COMMAND, ALPU_COMMAND_STOP_INSERT);
}

static void matching_update(void)
{
    if (list_lags(&posted))
        list_update(&posted);
    if (list_lags(&unexpected))
        list_update(&unexpected);
}

int main(void)
{
    protocol_run();
}
