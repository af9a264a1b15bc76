//! Steady traffic: while a long message is moved, the same events repeat. The machine performs a
//! few periods and skips the others; the result is the same.
//!
//! A device reports when it begins a packet that many others follow (`Effects::bulk`). At such a
//! moment the machine samples the state of all that takes part ([`traffic`], [`sample`]): events
//! that are due soon, the devices of the nodes concerned, and the network. If three samples, each a
//! period after the one before, differ only in the time, in counts and in remainders, then all
//! further periods are alike. This ends when another event is due or a remainder comes near zero.
//! Until then, the machine advances the state by many periods at once ([`leap`]), and moves the
//! bytes that arrive meanwhile ([`streams`]).
//!
//! Everything is performed as usual in these cases: a processor acts meanwhile; a polling loop
//! looks at memory that is written; two transfers write to one node; an observer wants each packet;
//! a device cannot be surveyed.

mod leap;
mod sample;
mod streams;
mod traffic;

pub(crate) use traffic::Steady;
