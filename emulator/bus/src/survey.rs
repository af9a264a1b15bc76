//! The state of devices and networks, gone through part by part: so that two moments of steady traffic can be compared, and whole
//! periods between them left out.

use crate::{Packet, Time};
use std::hash::{Hash, Hasher};

/// Whoever goes through a state: to take down what it is, or to put it some periods on. The parts of a state must come in the same
/// order each time, and all of it must come by which the future differs.
pub trait Survey {
    /// Must be the same in each period.
    fn fixed(&mut self, value: u64);

    /// A time at which something is due, or until which something lasts. It comes so much later in each period; once it has passed
    /// it decides nothing, and [`Time::MAX`] never comes.
    fn time(&mut self, time: &mut Time);

    /// A time that decides something, or is shown, when it has passed, too.
    fn stamp(&mut self, time: &mut Time);

    /// Grows by the same in each period, and decides nothing.
    fn count(&mut self, count: &mut u64);

    /// Falls by the same in each period, and decides something only when it comes near zero.
    fn left(&mut self, left: &mut u64);

    /// Bytes of a transfer that have yet to be begun; otherwise as [`Survey::left`].
    fn bytes_left(&mut self, left: &mut u64);

    /// A packet under way. In the next period another packet of the same transfer is in its place.
    fn packet(&mut self, packet: &mut Packet);
}

/// All that makes up a value must be the same in each period.
pub fn fixed_of(survey: &mut dyn Survey, value: &impl Hash) {
    value.hash(&mut Parts(survey));
}

/// Takes the parts of a value one by one, and hashes nothing.
struct Parts<'a>(&'a mut dyn Survey);

impl Hasher for Parts<'_> {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0.fixed(u64::from_le_bytes(word));
        }
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// Where the bytes of a packet come from in the memory of its source, and where they go in that of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    pub from: u64,
    pub to: u64,
}
