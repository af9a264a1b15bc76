//! Reasons for which stores of the processors wait.

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
