//! Passes the state of devices and networks on part by part, so that two moments of steady traffic
//! can be compared and whole periods between them skipped.

use crate::{Packet, Time};
use std::hash::{Hash, Hasher};

/// A visitor of a state. It records the state, or moves it on by some periods. The parts of a state
/// must come in the same order each time. All state that the future depends on must be passed.
pub trait Survey {
    /// A value that is the same in each period.
    fn fixed(&mut self, value: u64);

    /// A time at which something is due, or until which something lasts. It grows by the length of
    /// a period in each period. Once it has passed it has no effect. [`Time::MAX`] never comes.
    fn time(&mut self, time: &mut Time);

    /// A time that still has an effect, or is shown, after it has passed.
    fn stamp(&mut self, time: &mut Time);

    /// A count that grows by the same amount in each period and has no effect.
    fn count(&mut self, count: &mut u64);

    /// A remainder that falls by the same amount in each period and has an effect only near zero.
    fn left(&mut self, left: &mut u64);

    /// Bytes of a transfer that have not been begun yet; otherwise as [`Survey::left`].
    fn bytes_left(&mut self, left: &mut u64);

    /// A packet under way. In the next period another packet of the same transfer takes its place.
    fn packet(&mut self, packet: &mut Packet);
}

/// Passes all parts of `value` as values that are the same in each period.
pub fn fixed_of(survey: &mut dyn Survey, value: &impl Hash) {
    value.hash(&mut Parts(survey));
}

/// Passes on the parts of a value one by one. Computes no hash.
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

/// Address of a packet's bytes in the memory of its source, and in the memory of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    pub from: u64,
    pub to: u64,
}
