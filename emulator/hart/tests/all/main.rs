//! The tests of the engine, in one program: compiling the engine's handlers takes long, and each program has its own.

mod common;
mod engine;
mod float;
mod forms;
mod programs;
mod recorded;
mod tail_calls;
mod timed;
mod traps;
