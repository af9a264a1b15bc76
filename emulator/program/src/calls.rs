//! Tracks the MPI call that a rank is in, and its progress from `MPI_Init` to `MPI_Finalize`.

use crate::mpi::{Arguments, FunctionId, MpiCalls};

/// The progress of a rank from `MPI_Init` to `MPI_Finalize`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lifecycle {
    #[default]
    BeforeInit,
    /// `MPI_Init` or `MPI_Init_thread` has returned.
    Initialized,
    /// `MPI_Finalize` has been entered.
    Finalizing,
    /// `MPI_Finalize` has returned.
    Finalized,
}

/// The outermost MPI call that a rank is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentCall {
    pub function: FunctionId,
    pub arguments: Arguments,
    pub entered_cycle: u64,
    /// The address behind the program's own call ([`MpiCalls::return_address`]).
    pub return_address: u64,
    /// Stack pointer at the first instruction. The call has been left when the hart is behind the
    /// instruction that called, with this stack pointer again.
    pub sp: u64,
}

/// Tracks the outermost MPI calls of one rank.
#[derive(Clone, Debug, Default)]
pub struct CallTracker {
    current: Option<CurrentCall>,
    lifecycle: Lifecycle,
}

impl CallTracker {
    /// The rank enters an MPI function. Ignored if it already is in one, because only the outermost
    /// call counts.
    pub fn enter(&mut self, calls: &MpiCalls, call: CurrentCall) {
        if self.current.is_some() {
            return;
        }
        if standard_name(calls, call.function) == "MPI_Finalize" {
            self.lifecycle = Lifecycle::Finalizing;
        }
        self.current = Some(call);
    }

    /// The rank has returned from its current call. Returns that call.
    pub fn leave(&mut self, calls: &MpiCalls) -> Option<CurrentCall> {
        let call = self.current.take()?;
        match standard_name(calls, call.function) {
            "MPI_Init" | "MPI_Init_thread" => self.lifecycle = self.lifecycle.max(Lifecycle::Initialized),
            "MPI_Finalize" => self.lifecycle = Lifecycle::Finalized,
            _ => {}
        }
        Some(call)
    }

    /// The rank goes through `rounds` more rounds of a loop, each like the last one.
    /// `entered_before` is the cycle at which the call at the beginning of that round was entered,
    /// if there was one. If the current call was entered within the round, its entry moves by the
    /// length of the skipped rounds. If the whole loop is inside the call, its entry stays.
    pub fn repeat(&mut self, entered_before: Option<u64>, rounds: u64) {
        if let (Some(now), Some(then)) = (&mut self.current, entered_before) {
            now.entered_cycle += rounds * (now.entered_cycle - then);
        }
    }

    /// The current call.
    pub fn current(&self) -> Option<&CurrentCall> {
        self.current.as_ref()
    }

    pub fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }
}

fn standard_name(calls: &MpiCalls, function: FunctionId) -> &str {
    let name = &calls.function(function).name;
    name.strip_prefix('P').unwrap_or(name)
}

#[cfg(test)]
#[path = "tests/calls.rs"]
mod tests;
