//! The programmable active-message sequencer: instructions and their times, waits, barriers of
//! sixteen sequencers, the assembler.

mod assembler;
mod barriers;
mod instructions;
mod latencies;
mod mistakes;
mod parameters;
mod waits;
mod world;
