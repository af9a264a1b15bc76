//! NetIfs, and the parts of which a network of NetIfs is built (Saldaña 2006 ch. 2 and 3). Two
//! machines have them: boards of processors and engines (Saldaña 2006), and FPGAs in a ring
//! (Willenberg and Chow 2013).
//!
//! A network consists of FIFOs and of state machines between FIFOs ([`wires::Unit`]), on one clock.
//! Harts may have another clock ([`crossing`]). A state machine is called in a cycle only if a new
//! word, a free place, or a time that it has asked for may let it act. If all state machines are
//! blocked, none is called and no event is left. Words and places that come in a cycle are seen in
//! the next one, so the order of calls within a cycle does not matter. There is one exception: the
//! sending sides of NetIfs are called before the receiving sides.

pub(crate) mod crossing;
pub(crate) mod fifo;
pub(crate) mod ids;
pub(crate) mod map;
pub(crate) mod mishaps;
pub(crate) mod schedule;
pub(crate) mod sides;
pub(crate) mod tables;
pub(crate) mod tier1;
pub(crate) mod trace;
pub(crate) mod wires;
