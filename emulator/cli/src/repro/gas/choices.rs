//! The classes of the rows: numbers that are built in, and choices that were made with knowledge of
//! a row.

use crate::repro::choices::Choice;

pub const CONSTRUCTED: &[(&str, &str)] = &[
    ("G9", "links of a word a cycle are printed (§5.1), and built in"),
    ("G10", "all nodes, and all links, are built alike"),
];

pub const CHOICES: &[Choice] = &[
    Choice::set(
        "from a request's head to its packet: part of a sum chosen knowing G1",
        &["gascore.tx_header_cycles=3"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set(
        "before a payload from memory: part of a sum chosen knowing G3",
        &["gascore.tx_read_cycles=3"],
        &["G3", "G4", "G8"],
    ),
    Choice::set(
        "from a packet to the handler call: part of a sum chosen knowing G1",
        &["gascore.rx_call_cycles=5"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set(
        "payload in memory: part of a sum chosen knowing G3",
        &["gascore.rx_write_cycles=3"],
        &["G3", "G4", "G8"],
    ),
    Choice::set(
        "through a NetIf: part of a sum chosen knowing G1",
        &["gas.netif_setup_cycles=2"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set("a hop: chosen knowing G1", &["gas.hop_cycles=6"], &["G1", "G2", "G3", "G4", "G6", "G7", "G8"]),
    Choice::set(
        "when a WAIT sees a message: chosen knowing G2",
        &["pams.call_cycles=2"],
        &["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"],
    ),
    Choice::set("messages at a receiver: chosen knowing G5", &["gascore.am_rx_interval=6"], &["G5", "G6", "G7"]),
    Choice::set("messages at a sender: chosen knowing G5", &["gascore.am_tx_interval=7"], &["G5", "G6", "G7"]),
];
