//! The parts of the checks that need no run.
