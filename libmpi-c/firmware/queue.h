// Queues of entries, the oldest first.
#ifndef FIRMWARE_QUEUE_H
#define FIRMWARE_QUEUE_H

#include "firmware/entry.h"

struct queue {
    struct entry *first, *last;
};

static inline void queue_append(struct queue *queue, struct entry *entry)
{
    entry->next = NULL;
    entry->before = queue->last;
    if (queue->last != NULL)
        queue->last->next = entry;
    else
        queue->first = entry;
    queue->last = entry;
}

static inline void queue_remove(struct queue *queue, struct entry *entry)
{
    if (entry->before != NULL)
        entry->before->next = entry->next;
    else
        queue->first = entry->next;
    if (entry->next != NULL)
        entry->next->before = entry->before;
    else
        queue->last = entry->before;
}

#endif
