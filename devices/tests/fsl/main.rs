//! A hart's links against their description: depth, order, costs, what stalls and what wakes, flags.

mod accesses;
mod mover;
mod world;
