//! The classes of SARC's rows: numbers that are built in, and choices that were made with knowledge
//! of a row.

use super::lab::ONE_PLACE;
use crate::repro::choices::Choice;

/// Rows whose numbers are built in.
pub const CONSTRUCTED: &[(&str, &str)] = &[
    ("K1", "the cycles of the stages were set to give both numbers"),
    (
        "K9",
        "ni.packet_gap_thirds is computed from the printed slope: its time for 64 bytes, less their time on the path",
    ),
];

pub const CHOICES: &[Choice] = &[
    Choice::set(
        "size of the instruction cache: fitted to Table 4.1",
        &["caches.l1i_bytes=8192"],
        &["K3", "K4", "K5", "K6", "K10", "K11", "K13", "K16"],
    ),
    Choice::method(
        "mean over memcpy's places: chosen knowing Table 4.1",
        ONE_PLACE,
        &["K3", "K4", "K5", "K6", "K7", "K10", "K11"],
    ),
    Choice::set(
        "a miss takes 40 cycles: not printed, chosen knowing K2 and Table 4.1",
        &["caches.memory_read_cycles=44"],
        &["K2", "K3", "K4", "K6", "K7", "K10", "K13", "K16"],
    ),
    Choice::set(
        "a transfer of part of a word takes 12 cycles more: chosen knowing K7",
        &["ni.partial_word_penalty=8"],
        &["K7"],
    ),
    Choice::set(
        "fixed cycles of a transfer (28 less those of the crossbar): from K1",
        &["ni.command_cycles=3"],
        &["K1", "K8", "K10", "K13", "K14", "K15", "K16", "K17", "K18", "K19", "K20"],
    ),
    Choice::set(
        "24 cycles through the crossbar: from the acknowledgement in K14's trace",
        &["crossbar.pass_cycles=25"],
        &[
            "K1", "K2", "K3", "K4", "K8", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17", "K18", "K19", "K20",
            "K21",
        ],
    ),
    Choice::set(
        "a remote notification leaves after 3 cycles: from K14's trace",
        &["ni.notify_remote_cycles=5"],
        &["K8", "K10", "K13", "K14", "K15", "K16", "K17", "K18", "K20"],
    ),
    Choice::set(
        "paths of 8 bytes a cycle: from Table 4.4",
        &["ni.noc_mode=narrow32"],
        &[
            "K1", "K2", "K3", "K4", "K5", "K6", "K8", "K9", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17",
            "K18", "K20", "K21",
        ],
    ),
    Choice::set("5.33 cycles between packets: from Table 4.4", &["ni.packet_gap_thirds=20"], &["K8", "K9", "K11"]),
    Choice::library(
        "steps in the order of §4.2.4: built knowing that they bring rows within",
        "RINGS_OVERLAP=1",
        &[
            "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17", "K18",
            "K19", "K20", "K21",
        ],
    ),
    Choice::library(
        "end of a rendezvous in the ring (§4.2.5): built knowing that it brings rows within",
        "RINGS_FIN_IN_RING=0",
        &[
            "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17", "K18",
            "K19", "K20", "K21",
        ],
    ),
    Choice::library(
        "payloads copied by a call (§4.2.4): built knowing that it brings rows within",
        "RINGS_COPY_CALLS=0",
        &[
            "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17", "K19",
            "K20", "K21",
        ],
    ),
    Choice::fixed(
        "code of the fast path, and where it is linked: improved until K2 was within",
        &[
            "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K10", "K11", "K12", "K13", "K14", "K15", "K16", "K17", "K18",
            "K21",
        ],
    ),
];
