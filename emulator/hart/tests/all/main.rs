//! The tests of the engine in one program: compiling the engine's handlers takes long, and each
//! test program compiles them anew.

mod common;
mod engine;
mod float;
mod forms;
mod programs;
mod recorded;
mod tail_calls;
mod timed;
mod traps;
