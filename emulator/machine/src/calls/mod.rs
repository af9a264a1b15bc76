//! Calls of programs to the host, and the end of a program.

mod services;
mod tohost;
