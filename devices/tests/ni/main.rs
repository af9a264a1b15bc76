//! The network interface against its description, row by row, on a small mesh.

mod commands;
mod counters;
mod hostile;
mod multi_queues;
mod order;
mod parameters;
mod queues;
mod registers;
mod remote;
mod sarc;
mod small_words;
mod times;
mod world;
