//! NetIfs, and what a network of them stands on (Saldaña 2006 ch. 2 and 3). Two machines have them: boards of processors and engines
//! (Saldaña 2006), and FPGAs in a ring (Willenberg and Chow 2013).
//!
//! Everything is a FIFO or a state machine between FIFOs ([`wires::Unit`]), on one clock; harts may have another
//! ([`crossing`]). A state machine is called in a cycle only when a word, a place, or a time that it has asked for may let it do
//! something; when all is blocked nothing is called and no event is left. Words and places that come in a cycle are seen in the next
//! one, so the order of calls within a cycle does not matter, but for one rule: NetIfs' sending sides are called before their
//! receiving sides.

pub(crate) mod crossing;
pub(crate) mod fifo;
pub(crate) mod ids;
pub(crate) mod mishaps;
pub(crate) mod schedule;
pub(crate) mod sides;
pub(crate) mod tables;
pub(crate) mod tier1;
pub(crate) mod wires;
