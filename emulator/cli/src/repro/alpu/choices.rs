//! Classes of the rows: what is built in, and what was chosen knowing a row.

use crate::repro::choices::Choice;

pub const CONSTRUCTED: &[(&str, &str)] = &[("A15", "7 cycles, 2 cycles and 500 MHz are set")];

pub const CHOICES: &[Choice] = &[Choice::set(
    "an access to a unit or the interface takes 20 ns once, not once each way: chosen knowing A9",
    &["alpu.bus_delay_ns=40", "interface.bus_delay_ns=40"],
    &[],
)];
