//! The recording of a run: calls, messages, profiles. Traces, tables and reports are made from it.
//!
//! Times are in cycles of the harts' clock since the start of the run. Addresses are those of the
//! rank's program.

use crate::calls::CallList;
use crate::coding::Coder;
pub use crate::device::{DeviceJob, DeviceLevel, DeviceRecording, JobSubject};
pub use crate::message::{Message, Protocol};
use crate::packed::{Packed, Record};
pub use rankine_bus::{MapLink, NetworkMap};
pub use rankine_engines::profile::{Counts, Path, Profile};
use rankine_machine::ProcessorId;
use rankine_program::mpi::{FunctionId, Kind, Remote, Transfer};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// The clock of all harts.
    pub clock_hz: u64,
    pub platform: String,
    /// The whole platform as TOML.
    pub platform_text: String,
    /// The words behind `rankine run`.
    pub command: Vec<String>,
    /// Warnings for the user, and how the run ended if it did not end normally.
    pub warnings: Vec<String>,
    /// The programs, in order of the lowest rank that runs each.
    pub programs: Vec<ProgramRecording>,
    /// In order of rank.
    pub ranks: Vec<RankRecording>,
    /// In order of the time at which they were sent, then of sender.
    pub messages: Packed<Message>,
    /// In order of the time at which they were sent, or handled if no program sent them; then of
    /// source.
    pub active: Vec<ActiveMessage>,
    /// The network, with the traffic of the whole run.
    pub network: NetworkMap,
}

impl RankRecording {
    /// Does a hart run the rank's program? Nodes that are hardware have none.
    pub fn has_hart(&self) -> bool {
        !self.processors.is_empty()
    }

    /// The lanes of its further processors, each with the processor's place on the node.
    pub fn lanes(&self) -> impl Iterator<Item = (u32, &Lane)> {
        self.processors.iter().filter_map(|processor| Some((processor.id.index, processor.lane.as_ref()?)))
    }
}

impl Recording {
    /// The part of the recording for these ranks and cycles: calls and messages that lie in them,
    /// or begin or end there.
    pub fn within(&self, ranks: RangeInclusive<u32>, cycles: RangeInclusive<u64>) -> Recording {
        let overlaps = |from: u64, to: u64| from <= *cycles.end() && to >= *cycles.start();
        let mut cut = self.clone();
        cut.ranks.retain(|rank| ranks.contains(&rank.rank));
        for rank in &mut cut.ranks {
            rank.calls = rank.calls.iter().filter(|call| overlaps(call.entered, call.end())).collect();
            rank.unexpected = rank.unexpected.iter().filter(|(at, _)| overlaps(*at, *at)).collect();
            rank.handlers.retain(|run| overlaps(run.begin, run.end.unwrap_or(rank.cycles)));
            for lane in rank.processors.iter_mut().filter_map(|processor| processor.lane.as_mut()) {
                lane.states = lane.states.iter().filter(|state| overlaps(state.begin, state.end)).collect();
            }
            for device in &mut rank.devices {
                *device = device.filtered(
                    |job| overlaps(job.begin, job.end.unwrap_or(u64::MAX)),
                    |level| overlaps(level.cycle, level.cycle),
                );
            }
        }
        cut.active.retain(|message| {
            let first = message.sent.or(message.handled).unwrap_or(0);
            [message.source, message.destination].iter().all(|rank| ranks.contains(rank))
                && overlaps(first, message.handled.unwrap_or(first))
        });
        let is_within = |message: &Message| {
            let last = message.received.or(message.arrived).unwrap_or(message.sent);
            [message.source, message.destination].iter().all(|rank| ranks.contains(rank))
                && overlaps(message.sent, last)
        };
        cut.messages = cut.messages.iter().filter(is_within).collect();
        cut
    }

    /// Ends the recording at a cycle, as if the run had ended there: later events are left out, and
    /// whatever goes on at that cycle is in progress. Counters, profiles and exit statuses stay those
    /// of the whole run.
    pub fn end_at(&mut self, end: u64) {
        let before = |cycle: &u64| *cycle < end;
        for rank in self.ranks.iter_mut().filter(|rank| rank.cycles > end) {
            rank.cycles = end;
            rank.calls =
                rank.calls.iter().take_while(|call| call.entered < end).map(|call| call.ended_at(end)).collect();
            rank.wait_cycles = rank.calls.iter().map(|call| call.wait_cycles).fold(0, u64::saturating_add);
        }
        for rank in &mut self.ranks {
            rank.unexpected = rank.unexpected.iter().filter(|(cycle, _)| before(cycle)).collect();
            rank.handlers.retain(|run| before(&run.begin));
            rank.handlers.iter_mut().for_each(|run| run.end = run.end.filter(before));
            for lane in rank.processors.iter_mut().filter_map(|processor| processor.lane.as_mut()) {
                let states = lane.states.iter().filter(|state| before(&state.begin));
                lane.states = states.map(|state| LaneState { end: state.end.min(end), ..state }).collect();
            }
            rank.devices.iter_mut().for_each(|device| *device = device.ended_at(end));
        }
        let messages = self.messages.iter().filter(|message| before(&message.sent));
        self.messages = messages.map(|message| message.ended_at(end)).collect();
        self.active.retain_mut(|message| {
            message.handled = message.handled.filter(before);
            message.sent.or(message.handled).is_some_and(|first| before(&first))
        });
    }

    /// The index of a rank. It is the rank's number, unless the recording holds only some ranks.
    pub fn index_of(&self, rank: u32) -> Option<usize> {
        self.ranks.binary_search_by_key(&rank, |of| of.rank).ok()
    }

    /// The name of an MPI function of a rank's program.
    pub fn function(&self, rank: u32, function: FunctionId) -> &str {
        let program = self.index_of(rank).and_then(|index| self.programs.get(self.ranks[index].program));
        program.and_then(|of| of.functions.get(function.0 as usize)).map_or("unknown", |of| of.name.as_str())
    }

    /// All processors of all ranks, in their order.
    pub fn processors(&self) -> impl Iterator<Item = &ProcessorRecording> {
        self.ranks.iter().flat_map(|rank| &rank.processors)
    }
}

/// Data that the ranks of one program share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramRecording {
    /// The file.
    pub path: String,
    /// MPI functions. Calls refer to them by index.
    pub functions: Vec<MpiFunctionName>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MpiFunctionName {
    /// The name that the program uses, e.g. `MPI_Send`.
    pub name: String,
    pub kind: Kind,
}

/// One rank.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankRecording {
    pub rank: u32,
    /// Index of its program.
    pub program: usize,
    /// It was set aside for a program to start there: its `MPI_COMM_WORLD` is another one.
    pub is_aside: bool,
    /// Cycles until the rank ended, or until the run ended.
    pub cycles: u64,
    /// The part of `cycles` in which the hart of the rank's program stood at a stalled access or
    /// polled.
    pub wait_cycles: u64,
    /// None if the run ended before the rank did.
    pub exit_status: Option<i32>,
    /// Outermost MPI calls in order.
    pub calls: CallList,
    /// The number of arrived messages that wait for their receive: pairs (cycle, number from then
    /// on), in order.
    pub unexpected: Packed<(u64, u32)>,
    /// The runs of GASNet's handlers, in order.
    pub handlers: Vec<HandlerRun>,
    /// The address of the function that the program has registered for each handler.
    pub handler_functions: BTreeMap<u8, u64>,
    /// Recordings of its devices, if they were asked for.
    pub devices: Vec<DeviceRecording>,
    /// The first one runs the rank's program. An engine has none.
    pub processors: Vec<ProcessorRecording>,
}

/// One processor of a rank's node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProcessorRecording {
    pub id: ProcessorId,
    /// Index of its program.
    pub program: usize,
    pub cycles: u64,
    pub instructions: u64,
    /// Misses and write-backs of the caches, by name.
    pub caches: BTreeMap<String, u64>,
    /// The profile, if it was asked for.
    pub profile: Option<Profile>,
    /// The states of a further processor over time, if they were asked for.
    pub lane: Option<Lane>,
}

/// The states of a further processor over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// The platform's name for the processor.
    pub name: String,
    /// States without gaps, from the start to the end of the run.
    pub states: Packed<LaneState>,
}

/// A span in which a processor polled, or in which it computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneState {
    pub begin: u64,
    pub end: u64,
    pub is_polling: bool,
}

impl Record for LaneState {
    fn code(&mut self, before: &LaneState, coder: &mut impl Coder) {
        let begin = coder.near(self.begin, before.end);
        *self = LaneState { begin, end: coder.near(self.end, begin), is_polling: coder.flag(self.is_polling) };
    }
}

impl LaneState {
    pub fn name(&self) -> &'static str {
        if self.is_polling { "polling" } else { "computing" }
    }
}

/// An outermost MPI call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MpiCall {
    /// Index in [`ProgramRecording::functions`].
    pub function: u32,
    /// The return address. The call is the instruction before it.
    pub return_address: u64,
    pub entered: u64,
    /// The cycle at which the call was left, or the end of the run if it was in progress.
    pub left: u64,
    pub is_under_way: bool,
    /// The part of [`RankRecording::wait_cycles`] that was spent in the call and in its
    /// repetitions.
    pub wait_cycles: u64,
    /// How often the same call was repeated in skipped rounds of a polling loop, directly after
    /// this one.
    pub repeats: u64,
    /// The end of the repetitions, if there are any.
    pub repeated_until: u64,
    pub send: Option<Transfer>,
    pub receive: Option<Transfer>,
    pub root: Option<i32>,
    /// Handle of the communicator.
    pub communicator: Option<u64>,
    /// If the type is predefined: bytes of this rank's buffer in a collective, else bytes that the
    /// call sends, else bytes that it receives.
    pub bytes: Option<u64>,
    /// The data that a GASNet call exchanges with another node.
    pub remote: Option<Remote>,
}

impl MpiCall {
    /// The end of the call, or of its repetitions.
    pub fn end(&self) -> u64 {
        self.left.max(self.repeated_until)
    }

    /// The call in a run that ends at this cycle, at which it has been entered. Of the cycles in which
    /// a call waited, as many count as fit.
    fn ended_at(self, end: u64) -> MpiCall {
        if self.left >= end {
            let wait_cycles = self.wait_cycles.min(end - self.entered);
            let call = MpiCall { left: end, is_under_way: true, wait_cycles, repeats: 0, repeated_until: 0, ..self };
            return call;
        }
        if self.repeated_until <= end {
            return self;
        }
        let span = u128::from(self.repeated_until - self.left);
        let repeats = (u128::from(self.repeats) * u128::from(end - self.left) / span) as u64;
        let fewer = (self.repeats - repeats).saturating_mul(self.left - self.entered);
        MpiCall { repeats, repeated_until: end, wait_cycles: self.wait_cycles.saturating_sub(fewer), ..self }
    }
}

/// The kind and the handler of an active message. The library holds them in 32 bits (`struct
/// am_message`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActiveHead {
    pub handler: u8,
    /// The number of its arguments.
    pub arguments: u8,
    /// Short, Medium or Long.
    pub category: u8,
    pub is_reply: bool,
}

/// The first handler number for programs (GASNet specification 1.8.1 §2.2).
const FIRST_OF_PROGRAMS: u8 = 128;

impl ActiveHead {
    pub fn of(word: u32) -> ActiveHead {
        let [handler, arguments, category, is_reply] = word.to_le_bytes();
        ActiveHead { handler, arguments, category, is_reply: is_reply != 0 }
    }

    /// The 32-bit word from which [`ActiveHead::of`] makes it.
    pub fn word(&self) -> u32 {
        u32::from_le_bytes([self.handler, self.arguments, self.category, self.is_reply.into()])
    }

    /// Does the handler belong to the library?
    pub fn is_library(&self) -> bool {
        self.handler < FIRST_OF_PROGRAMS
    }

    pub fn kind(&self) -> &'static str {
        active_kind(self.category, self.is_reply)
    }
}

/// The name of a kind of messages.
pub fn active_kind(category: u8, is_reply: bool) -> &'static str {
    match (category, is_reply) {
        (0, false) => "short request",
        (0, true) => "short reply",
        (1, false) => "medium request",
        (1, true) => "medium reply",
        (_, false) => "long request",
        (_, true) => "long reply",
    }
}

/// An active message of GASNet, from library to library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveMessage {
    pub source: u32,
    pub destination: u32,
    pub head: ActiveHead,
    /// Bytes of payload.
    pub bytes: u64,
    /// The cycle at which the library handed it to the hardware. None if hardware sent it.
    pub sent: Option<u64>,
    /// The cycle at which its handler began.
    pub handled: Option<u64>,
}

/// A run of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerRun {
    /// The rank from which the message comes.
    pub source: u32,
    pub head: ActiveHead,
    pub bytes: u64,
    pub begin: u64,
    /// None if it had not ended when the run ended.
    pub end: Option<u64>,
}
