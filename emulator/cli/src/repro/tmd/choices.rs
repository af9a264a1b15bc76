//! The classes of the rows: numbers that are built in, and choices that were made with knowledge of
//! a row.

use super::jacobi::TODAY;
use crate::repro::choices::Choice;

pub const CONSTRUCTED: &[(&str, &str)] = &[("T11", "the library has the thesis' linear collectives (§4.3.1)")];

pub const CHOICES: &[Choice] = &[
    Choice::set(
        "no barrel shifter: chosen knowing T9 and T14",
        &["timing.shift=2", "timing.shift_per_bit=0", "timing.shift_register_per_bit=0"],
        &["T1", "T2", "T3", "T5", "T9", "T10", "T11", "T12", "T14", "T15", "T16", "T17", "T18", "T19", "T20", "T21"],
    ),
    Choice::set(
        "no multiplier: chosen knowing T14 and T15",
        &[r#"tmd.mb={ isa = "rv32im", profile = "mb3", fsl_extra_cycles = 0 }"#],
        &["T2", "T5", "T9", "T14", "T16", "T20", "T21"],
    ),
    Choice::method(
        "floating point in software of that time: chosen knowing T14 and T15",
        TODAY,
        &["T14", "T15", "T16", "T17", "T20", "T21"],
    ),
    Choice::set(
        "184 cycles between boards: chosen knowing T2",
        &["tmd.occc_fixed_cycles=100"],
        &["T2", "T8", "T11", "T20", "T21"],
    ),
    Choice::set(
        "cycles of external memory: chosen knowing T7",
        &["tmd.external_read_cycles=13", "tmd.external_write_cycles=9"],
        &["T7"],
    ),
    // No parameter undoes it. The time of a word can change all rows of long messages.
    Choice::fixed("the loop over words, shortened knowing T4", &["T3", "T4", "T6", "T7", "T8", "T13"]),
    // No parameter undoes this one either.
    Choice::fixed("collectives are made of checked messages: chosen knowing T10", &["T10", "T11", "T12"]),
];
