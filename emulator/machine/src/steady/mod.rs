//! Steady traffic: while a long message is moved the same happens again and again. A few periods of it are performed, the others are
//! left out, and nothing shows it.
//!
//! A device says when it begins a packet that many others follow (`Effects::bulk`). At such a moment the state of all that takes part
//! is taken down ([`traffic`], [`sample`]): what is due soon, the devices of the nodes that it is about, and the network. If three
//! moments, each a period after the one before, differ only in when it is, in what is counted, and in what is left to do, then all
//! further periods are alike, until something else is due, or something that is left comes near zero. So the state is put on by many
//! periods at once ([`leap`]), and the bytes that arrive meanwhile are moved ([`streams`]).
//!
//! Where that cannot be, everything is performed as ever: a processor acts meanwhile, a loop looks at the memory that is written, two
//! transfers write to one node, somebody is told of each packet, a device cannot be surveyed.

mod leap;
mod sample;
mod streams;
mod traffic;

pub(crate) use traffic::Steady;
