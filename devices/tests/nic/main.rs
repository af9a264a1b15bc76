//! The network interface with a processor against its description, on a small crossbar.

mod activities;
mod completions;
mod hostile;
mod messages;
mod mishaps;
mod parameters;
mod registers;
mod requests;
mod traffic;
mod units;
mod world;
