//! What waits, in words: stores of the processors, and packets and requests.

use rankine_bus::counted;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalled {
    Request,
    Completion,
    Transmit,
    Copy,
}

impl Stalled {
    pub fn line(self) -> &'static str {
        match self {
            Stalled::Request => "the host waits for a place for a request",
            Stalled::Completion => "the NIC processor waits for a place for a completion",
            Stalled::Transmit => "the NIC processor waits for a place for a transmit command",
            Stalled::Copy => "the NIC processor waits for a place for a copy command",
        }
    }
}

/// The beginning of a sentence about a number of things that wait: `1 request waits`, `2 requests
/// wait`.
pub fn wait(number: usize, one: &str) -> String {
    format!("{} {}", counted(number as u64, one), if number == 1 { "waits" } else { "wait" })
}
