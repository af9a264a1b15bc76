//! A hart's links against their description: depth, order, costs, stalls and wake-ups, flags.

mod accesses;
mod mover;
mod world;
