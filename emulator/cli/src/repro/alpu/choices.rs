//! The classes of the rows: numbers that are built in, and choices that were made with knowledge of
//! a row.

use crate::repro::choices::Choice;

pub const CONSTRUCTED: &[(&str, &str)] = &[("A15", "the platform sets 7 cycles, 2 cycles and 500 MHz")];

pub const CHOICES: &[Choice] = &[
    Choice::set(
        "an access to an ALPU or the interface takes 20 ns once, not once in each direction: chosen knowing A9",
        &["alpu.bus_delay_ns=40", "interface.bus_delay_ns=40"],
        &["A3", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14"],
    ),
    // Table III prints 4; the value 2 follows the text, which says dual issue. Every measurement
    // goes through this processor.
    Choice::set(
        "issue width of the NIC processor: chosen knowing A1",
        &["nic.timing.issue_width=4"],
        &["A1", "A2", "A3", "A4", "A5", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14"],
    ),
    // The hardware writes entries, so no parameter sets their form.
    Choice::fixed(
        "entries of 80 bytes, and the offsets of their fields: chosen knowing A3, A4 and A6",
        &["A1", "A2", "A3", "A4", "A5", "A6", "A8", "A11", "A13", "A14"],
    ),
    // Lists the rows whose values were different with the previous benchmark.
    Choice::fixed(
        "rank 0 starts its clock after rank 1 has left the barrier: chosen knowing A3, A4, A6, A9, A10 and A11",
        &["A1", "A3", "A4", "A5", "A6", "A9", "A10", "A11"],
    ),
];
