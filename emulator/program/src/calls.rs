//! One rank's MPI calls as they happen: counts, cycles, and the call under way.

use crate::mpi::{Arguments, FunctionId, MpiCalls, PROC_NULL};
use std::collections::BTreeMap;

/// Calls of one function, and the cycles between entering and leaving it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub calls: u64,
    pub cycles: u64,
}

/// Messages that a rank has asked to send by point-to-point calls. Started persistent requests and what
/// collectives send are not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    pub messages: u64,
    /// Without messages of derived types.
    pub payload_bytes: u64,
}

/// How far a rank is between `MPI_Init` and `MPI_Finalize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lifecycle {
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
    pub return_address: u64,
    /// Stack pointer at the first instruction: the call is left when the hart is at `return_address`
    /// with this stack pointer again.
    pub sp: u64,
}

/// Follows the outermost MPI calls of one rank.
#[derive(Clone, Debug)]
pub struct CallTracker {
    totals: Vec<Totals>,
    sends: Traffic,
    current: Option<CurrentCall>,
    lifecycle: Lifecycle,
}

impl CallTracker {
    /// For a rank that runs the program of `calls`.
    pub fn new(calls: &MpiCalls) -> CallTracker {
        CallTracker {
            totals: vec![Totals::default(); calls.len()],
            sends: Traffic::default(),
            current: None,
            lifecycle: Lifecycle::BeforeInit,
        }
    }

    /// The rank enters an MPI function. Ignored when it is in one already: that one is the outermost.
    pub fn enter(&mut self, calls: &MpiCalls, call: CurrentCall) {
        if self.current.is_some() {
            return;
        }
        if let Some(totals) = self.totals.get_mut(call.function.0 as usize) {
            totals.calls += 1;
        }
        let described = calls.call(call.function, &call.arguments);
        if let Some(send) = described.send.filter(|send| send.peer != Some(PROC_NULL)) {
            self.sends.messages += 1;
            self.sends.payload_bytes += send.bytes.unwrap_or(0);
        }
        if standard_name(described.function) == "MPI_Finalize" {
            self.lifecycle = Lifecycle::Finalizing;
        }
        self.current = Some(call);
    }

    /// The rank has returned from the call that it was in.
    pub fn leave(&mut self, calls: &MpiCalls, cycle: u64) {
        let Some(call) = self.current.take() else { return };
        if let Some(totals) = self.totals.get_mut(call.function.0 as usize) {
            totals.cycles += cycle.saturating_sub(call.entered_cycle);
        }
        match standard_name(&calls.function(call.function).name) {
            "MPI_Init" | "MPI_Init_thread" => self.lifecycle = self.lifecycle.max(Lifecycle::Initialized),
            "MPI_Finalize" => self.lifecycle = Lifecycle::Finalized,
            _ => {}
        }
    }

    /// The rank goes through `rounds` more rounds of a loop, each like the one from `before` to now.
    pub fn repeat(&mut self, before: &CallTracker, rounds: u64) {
        for (now, then) in self.totals.iter_mut().zip(&before.totals) {
            now.calls += rounds * (now.calls - then.calls);
            now.cycles += rounds * (now.cycles - then.cycles);
        }
        self.sends.messages += rounds * (self.sends.messages - before.sends.messages);
        self.sends.payload_bytes += rounds * (self.sends.payload_bytes - before.sends.payload_bytes);
        // A call that was entered within the round is entered later, one that the loop is in is not.
        if let (Some(now), Some(then)) = (&mut self.current, &before.current) {
            now.entered_cycle += rounds * (now.entered_cycle - then.entered_cycle);
        }
    }

    /// The call under way.
    pub fn current(&self) -> Option<&CurrentCall> {
        self.current.as_ref()
    }

    pub fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    pub fn sends(&self) -> Traffic {
        self.sends
    }

    /// Cycles spent in MPI up to `now`, the call under way included.
    pub fn mpi_cycles(&self, now: u64) -> u64 {
        let under_way = self.current.as_ref().map_or(0, |call| now.saturating_sub(call.entered_cycle));
        self.totals.iter().map(|totals| totals.cycles).sum::<u64>() + under_way
    }

    /// What was called, by name, at cycle `now`; the call under way counts up to it.
    pub fn by_function(&self, calls: &MpiCalls, now: u64) -> BTreeMap<String, Totals> {
        let mut functions = BTreeMap::new();
        for (index, totals) in self.totals.iter().enumerate().filter(|(_, totals)| totals.calls > 0) {
            let id = FunctionId(index as u32);
            let entry: &mut Totals = functions.entry(calls.function(id).name.clone()).or_default();
            let under_way = self.current.as_ref().filter(|call| call.function == id);
            entry.calls += totals.calls;
            entry.cycles += totals.cycles + under_way.map_or(0, |call| now.saturating_sub(call.entered_cycle));
        }
        functions
    }
}

fn standard_name(name: &str) -> &str {
    name.strip_prefix('P').unwrap_or(name)
}

#[cfg(test)]
#[path = "tests/calls.rs"]
mod tests;
