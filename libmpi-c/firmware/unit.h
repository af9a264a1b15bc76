// An associative unit in front of a queue. It holds as many of the queue's oldest entries as fit. It answers each header, or each
// request to receive, with the oldest of them that matches, or with a failure (Underwood et al. 2005 §III, §IV).
//
// The order is kept by this rule: each item that the hardware delivers to the unit is handled with its own result. After a failure,
// the firmware searches the entries that were not in the unit. So before entries go into the unit, all earlier answers are handled
// (unit_fill).
#ifndef FIRMWARE_UNIT_H
#define FIRMWARE_UNIT_H

#include "firmware/entry.h"

struct unit {
    uintptr_t base;     // address of its registers
    uint32_t cells;     // entries that the unit can hold; 0: there is no unit
    uint32_t inside;    // entries of the queue that are in it, as far as results have been read
    uint32_t drained;   // a result that is read but not yet used; 0: none
};

static inline uint32_t unit_kind(uint32_t result)
{
    return result >> ALPU_RESULT_KIND_SHIFT;
}

static inline uint32_t unit_value(uint32_t result)
{
    return result & ALPU_RESULT_VALUE_MASK;
}

// Waits for the next result, which may be an acknowledgement.
static inline uint32_t unit_await(const struct unit *unit)
{
    uint32_t result;
    while (unit_kind(result = alpu_read(unit->base, ALPU_REG_RESULT)) == ALPU_RESULT_NONE) {
    }
    return result;
}

// Returns the result of the item that is being handled.
static inline uint32_t unit_result(struct unit *unit)
{
    uint32_t result = unit->drained;
    if (__builtin_expect(result == 0, 1))
        return unit_await(unit);
    unit->drained = 0;
    return result;
}

// Empties a unit, reads how many entries it holds, and enables deliveries to it.
static void unit_open(struct unit *unit, uintptr_t base)
{
    *unit = (struct unit){.base = base};
    alpu_write(base, ALPU_REG_COMMAND, ALPU_COMMAND_RESET);
    alpu_write(base, ALPU_REG_COMMAND, ALPU_COMMAND_START_INSERT);
    unit->cells = unit_value(unit_await(unit));
    alpu_write(base, ALPU_REG_COMMAND, ALPU_COMMAND_STOP_INSERT);
    alpu_write(base, ALPU_REG_CTRL, ALPU_CTRL_ENABLE);
}

static inline void unit_insert(struct unit *unit, const struct entry *entry)
{
    alpu_write(unit->base, ALPU_REG_MATCH_LOW, entry->match_low);
    alpu_write(unit->base, ALPU_REG_MATCH_HIGH, entry->match_high);
    alpu_write(unit->base, ALPU_REG_MASK_LOW, entry->mask_low);
    alpu_write(unit->base, ALPU_REG_MASK_HIGH, entry->mask_high);
    alpu_write(unit->base, ALPU_REG_TAG, entry_number(entry));
}

// Enters insert mode. `handle` handles the oldest item delivered to this unit, with its result in `drained`. It is called for each item
// answered before. Returns how many entries may be inserted.
static inline uint32_t unit_begin_insert(struct unit *unit, void (*handle)(void))
{
    alpu_write(unit->base, ALPU_REG_COMMAND, ALPU_COMMAND_START_INSERT);
    for (;;) {
        uint32_t result = unit_await(unit);
        if (unit_kind(result) == ALPU_RESULT_START_ACK)
            return unit_value(result);
        unit->drained = result;
        handle();
    }
}

#endif
