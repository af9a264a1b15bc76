//! The classes of the rows: numbers that are built in, and choices that were made with knowledge of
//! a row.

use crate::repro::choices::Choice;

pub const CONSTRUCTED: &[(&str, &str)] = &[
    ("G9", "the model contains the printed rate of links, a word per cycle (§5.1)"),
    ("G10", "the model has equal nodes and equal links"),
];

pub const CHOICES: &[Choice] = &[
    Choice::set(
        "time from a request's head to its packet: part of a sum that was chosen knowing G1",
        &["gascore.tx_header_cycles=3"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set(
        "time before a payload from memory: part of a sum that was chosen knowing G3",
        &["gascore.tx_read_cycles=3"],
        &["G3", "G4", "G8"],
    ),
    Choice::set(
        "time from a packet to the handler call: part of a sum that was chosen knowing G1",
        &["gascore.rx_call_cycles=5"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set(
        "time until a payload is in memory: part of a sum that was chosen knowing G3",
        &["gascore.rx_write_cycles=3"],
        &["G3", "G4", "G8"],
    ),
    Choice::set(
        "time through a NetIf: part of a sum that was chosen knowing G1",
        &["gas.netif_setup_cycles=2"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set("time of a hop: chosen knowing G1", &["gas.hop_cycles=6"], &["G1", "G2", "G3", "G4", "G6", "G7", "G8"]),
    Choice::set(
        "cycle in which a WAIT sees a message: chosen knowing G2",
        &["pams.call_cycles=2"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set(
        "interval between messages at a receiver: chosen knowing G5",
        &["gascore.am_rx_interval=6"],
        &["G5", "G6", "G7"],
    ),
    Choice::set(
        "interval between messages at a sender: chosen knowing G5",
        &["gascore.am_tx_interval=7"],
        &["G5", "G6", "G7"],
    ),
];
