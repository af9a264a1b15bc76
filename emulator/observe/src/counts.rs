//! Counts a rank's MPI calls, their cycles, and the messages sent, for the statistics.

use crate::stats::FunctionCalls;
use rankine_machine::{Moment, Observer, SkippedRounds};
use rankine_program::CurrentCall;
use rankine_program::mpi::{FunctionId, MpiCalls, PROC_NULL};
use std::collections::BTreeMap;

/// Counts the outermost MPI calls of a processor.
#[derive(Debug, Default)]
pub struct CallCounts {
    counts: Counts,
    /// The counts when the last watched round of a polling loop began.
    before_round: Counts,
}

#[derive(Clone, Debug, Default)]
struct Counts {
    /// By [`FunctionId`]. Functions behind the last entry have not been called.
    functions: Vec<FunctionCalls>,
    /// Messages that point-to-point calls were asked to send, without those of started persistent
    /// requests and of collectives.
    messages: u64,
    /// Bytes of these messages, without messages of derived types.
    payload_bytes: u64,
}

impl Counts {
    fn function(&mut self, id: FunctionId) -> &mut FunctionCalls {
        let index = id.0 as usize;
        if self.functions.len() <= index {
            self.functions.resize(index + 1, FunctionCalls::default());
        }
        &mut self.functions[index]
    }
}

impl CallCounts {
    pub fn sent_messages(&self) -> u64 {
        self.counts.messages
    }

    pub fn sent_payload_bytes(&self) -> u64 {
        self.counts.payload_bytes
    }

    /// The counts by name of function, at cycle `now`. The cycles of the call in progress count up
    /// to `now`.
    pub fn by_function(
        &self,
        calls: &MpiCalls,
        under_way: Option<&CurrentCall>,
        now: u64,
    ) -> BTreeMap<String, FunctionCalls> {
        let mut functions = BTreeMap::new();
        for (id, counts) in (0..).map(FunctionId).zip(&self.counts.functions).filter(|(_, counts)| counts.calls > 0) {
            let entry: &mut FunctionCalls = functions.entry(calls.function(id).name.clone()).or_default();
            let under_way = under_way.filter(|call| call.function == id);
            entry.calls += counts.calls;
            entry.cycles += counts.cycles + under_way.map_or(0, |call| now.saturating_sub(call.entered_cycle));
        }
        functions
    }
}

impl Observer for CallCounts {
    fn call_entered(&mut self, _: &Moment<'_>, calls: &MpiCalls, call: &CurrentCall) {
        self.counts.function(call.function).calls += 1;
        let described = calls.call(call.function, &call.arguments);
        if let Some(send) = described.send.filter(|send| send.peer != Some(PROC_NULL)) {
            self.counts.messages += 1;
            self.counts.payload_bytes += send.bytes.unwrap_or(0);
        }
    }

    fn call_left(&mut self, at: &Moment<'_>, call: &CurrentCall) {
        self.counts.function(call.function).cycles += at.cycle().saturating_sub(call.entered_cycle);
    }

    fn round_began(&mut self, _: &Moment<'_>) {
        self.before_round.clone_from(&self.counts);
    }

    fn rounds_skipped(&mut self, &SkippedRounds { rounds, .. }: &SkippedRounds) {
        let (now, then) = (&mut self.counts, &self.before_round);
        for (index, now) in now.functions.iter_mut().enumerate() {
            let then = then.functions.get(index).copied().unwrap_or_default();
            now.calls += rounds * (now.calls - then.calls);
            now.cycles += rounds * (now.cycles - then.cycles);
        }
        now.messages += rounds * (now.messages - then.messages);
        now.payload_bytes += rounds * (now.payload_bytes - then.payload_bytes);
    }
}

#[cfg(test)]
#[path = "tests/counts.rs"]
mod tests;
