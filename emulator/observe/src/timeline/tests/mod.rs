//! Timelines written and read back: each format against the recordings of `samples`.

mod chrome;
mod paraver;
mod perfetto;
mod samples;
mod simgrid;
