//! Associative list processing units: rows for each rule, the list against a model of single cells,
//! and the protocol of the firmware in all orders of events.

mod cells;
mod clocked;
mod commands;
mod device;
mod matching;
mod parameters;
mod race;
mod registers;
mod same;
mod world;
