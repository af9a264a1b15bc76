// Matching: the posted receives and the unexpected messages, as the protocol (protocol.h) uses them. Each firmware
// has one implementation: lists with or without associative units (list.c), or hash tables (hash.c).
#ifndef FIRMWARE_MATCHING_H
#define FIRMWARE_MATCHING_H

#include "firmware/entry.h"

static void matching_open(bool has_units);

// A message has arrived: takes out the oldest receive that accepts it, or returns NULL. Called once for each header that the
// hardware delivers to a unit, in their order.
static struct entry *matching_take_posted(uint64_t match);
static void matching_post(struct entry *receive);

// Takes out the receive with this cookie and frees its entry. Returns false if it is not posted.
static bool matching_cancel(uint32_t cookie_low, uint32_t cookie_high);

// For a request that takes a message: takes out the oldest message that it accepts, or returns NULL. Called
// once for each request that the hardware delivers to a unit, in their order.
static struct entry *matching_take_message(uint64_t match, uint64_t mask);
static void matching_keep(struct entry *message);

// Withdraws the message of `node` whose number at its sender is `sender`, and frees its entry. Returns false if there is none.
static bool matching_withdraw(uint32_t node, uint32_t sender);

// Called if matching_take_message has returned `gone`, a message that was withdrawn (ENTRY_GONE). Frees `gone` and returns the
// message that matching_take_message would have returned without it.
static struct entry *matching_take_behind(struct entry *gone, uint64_t match, uint64_t mask);

// Finds the same message and leaves it in place.
static struct entry *matching_look(uint64_t match, uint64_t mask);

// Has matching_update something to do? Loads only.
static bool matching_lags(void);

// Brings units up to date. May call protocol_header and protocol_request until one item delivered to a unit is handled.
static void matching_update(void);

#endif
