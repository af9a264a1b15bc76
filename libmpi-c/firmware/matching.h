// Matching, as the protocol (protocol.h) asks for it: the posted receives and the unexpected messages. There is one implementation for each
// firmware: lists with or without associative units (list.c), and hash tables (hash.c).
#ifndef FIRMWARE_MATCHING_H
#define FIRMWARE_MATCHING_H

#include "firmware/entry.h"

static void matching_open(bool has_units);

// A message has arrived: takes out the oldest receive that accepts it; NULL: there is none. Called once for each header that the
// hardware delivers to a unit, in their order.
static struct entry *matching_take_posted(uint64_t match);
static void matching_post(struct entry *receive);

// Takes out the receive with this cookie; false: it is not posted. The entry is freed.
static bool matching_cancel(uint32_t cookie_low, uint32_t cookie_high);

// A receive or the like is requested: takes out the oldest message that it accepts. Called once for each request that the hardware delivers to
// a unit, in their order.
static struct entry *matching_take_message(uint64_t match, uint64_t mask);
static void matching_keep(struct entry *message);

// The message of `node` whose sender knows it by the number `sender` is withdrawn; false: there is none. The entry is freed.
static bool matching_withdraw(uint32_t node, uint32_t sender);

// In place of `gone`, which matching_take_message has returned though it was withdrawn (ENTRY_GONE): the message that it would return
// without it. The entry `gone` is freed.
static struct entry *matching_take_behind(struct entry *gone, uint64_t match, uint64_t mask);

// The same message, which stays where it is.
static struct entry *matching_look(uint64_t match, uint64_t mask);

// Is there something for matching_update to do? Loads only.
static bool matching_lags(void);

// Brings units up to date. May call protocol_header and protocol_request, each until it has handled one that was delivered to a unit.
static void matching_update(void);

#endif
