//! What has been recorded of a run: calls, messages, profiles. Writers of traces, tables and reports make their files of it.
//!
//! Times are in cycles of the harts' clock from the start of the run; addresses are those of the rank's program.

use crate::calls::CallList;
use crate::coding::Coder;
pub use crate::device::{DeviceJob, DeviceLevel, DeviceRecording, JobSubject};
pub use crate::message::{Message, Protocol};
use crate::packed::{Packed, Record};
pub use rankine_engines::profile::{Counts, Path, Profile};
use rankine_machine::ProcessorId;
use rankine_program::mpi::{Kind, Remote, Transfer};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// Clock of all harts.
    pub clock_hz: u64,
    pub platform: String,
    /// The whole platform as TOML.
    pub platform_text: String,
    /// The words behind `rankine run`.
    pub command: Vec<String>,
    /// What the user should know although the run went on, and how it ended if not well.
    pub warnings: Vec<String>,
    /// One a program, in order of the lowest rank that runs it.
    pub programs: Vec<ProgramRecording>,
    /// In order of rank.
    pub ranks: Vec<RankRecording>,
    /// In order of the time at which they were sent, then of sender.
    pub messages: Packed<Message>,
    /// In order of the time at which they were sent, or, of those that no program sent, handled; then of source.
    pub active: Vec<ActiveMessage>,
}

impl RankRecording {
    /// Is there a hart that runs its program? Nodes that are hardware have none.
    pub fn has_hart(&self) -> bool {
        !self.processors.is_empty()
    }

    /// The lanes of its further processors, with their places on the node.
    pub fn lanes(&self) -> impl Iterator<Item = (u32, &Lane)> {
        self.processors.iter().filter_map(|processor| Some((processor.id.index, processor.lane.as_ref()?)))
    }
}

impl Recording {
    /// What it holds of these ranks and cycles: calls and messages that lie in them, or begin or end there.
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

    /// Index of a rank, which is its number unless it is a recording of some ranks only.
    pub fn index_of(&self, rank: u32) -> Option<usize> {
        self.ranks.binary_search_by_key(&rank, |of| of.rank).ok()
    }

    /// All processors of all ranks, in their order.
    pub fn processors(&self) -> impl Iterator<Item = &ProcessorRecording> {
        self.ranks.iter().flat_map(|rank| &rank.processors)
    }
}

/// What the ranks of one program share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramRecording {
    /// The file.
    pub path: String,
    /// MPI functions; calls name them by index.
    pub functions: Vec<MpiFunctionName>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MpiFunctionName {
    /// As the program calls it, e.g. `MPI_Send`.
    pub name: String,
    pub kind: Kind,
}

/// One rank.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankRecording {
    pub rank: u32,
    /// Index of its program.
    pub program: usize,
    /// Until it ended, or the run did.
    pub cycles: u64,
    /// Of `cycles`, those in which the hart that runs its program stood at a stalled access or went round in a polling loop.
    pub wait_cycles: u64,
    /// None when the run ended before the rank did.
    pub exit_status: Option<i32>,
    /// Outermost MPI calls in order.
    pub calls: CallList,
    /// Messages that have arrived and wait for their receive: (cycle, how many from then on), in order.
    pub unexpected: Packed<(u64, u32)>,
    /// Runs of GASNet's handlers in order.
    pub handlers: Vec<HandlerRun>,
    /// The address of the function that the program has registered for each handler.
    pub handler_functions: BTreeMap<u8, u64>,
    /// What its devices did, if that was asked for.
    pub devices: Vec<DeviceRecording>,
    /// The first runs its program. An engine has none.
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
    /// Where the time went, if that was asked for.
    pub profile: Option<Profile>,
    /// What a further one did over time, if that was asked for.
    pub lane: Option<Lane>,
}

/// What a further processor did over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// What the platform calls the processor.
    pub name: String,
    /// One behind the other, from the start to the end of the run.
    pub states: Packed<LaneState>,
}

/// A span in which a processor polled, or computed.
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
    /// Where it returns to: the call is the instruction before.
    pub return_address: u64,
    pub entered: u64,
    /// The end of the run if it was still under way.
    pub left: u64,
    pub is_under_way: bool,
    /// Cycles in it, and in its repetitions, of [`RankRecording::wait_cycles`].
    pub wait_cycles: u64,
    /// How often the same call was made again in rounds of a polling loop that were left out, directly behind this one.
    pub repeats: u64,
    /// Where those end, if there are any.
    pub repeated_until: u64,
    pub send: Option<Transfer>,
    pub receive: Option<Transfer>,
    pub root: Option<i32>,
    /// Handle of the communicator.
    pub communicator: Option<u64>,
    /// Bytes of this rank's buffer in a collective, or of what it sends, else of what it receives, when its type is a
    /// predefined one.
    pub bytes: Option<u64>,
    /// What a GASNet call exchanges with another node.
    pub remote: Option<Remote>,
}

impl MpiCall {
    /// Where it was left, or where its repetitions end.
    pub fn end(&self) -> u64 {
        self.left.max(self.repeated_until)
    }
}

/// What kind of active message it is, and for which handler: `struct am_message` of the library has it in 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActiveHead {
    pub handler: u8,
    /// How many arguments it has.
    pub arguments: u8,
    /// Short, Medium or Long.
    pub category: u8,
    pub is_reply: bool,
}

/// The first handler that programs may have (GASNet specification 1.8.1 §2.2).
const FIRST_OF_PROGRAMS: u8 = 128;

impl ActiveHead {
    pub fn of(word: u32) -> ActiveHead {
        let [handler, arguments, category, is_reply] = word.to_le_bytes();
        ActiveHead { handler, arguments, category, is_reply: is_reply != 0 }
    }

    /// As [`ActiveHead::of`] takes it.
    pub fn word(&self) -> u32 {
        u32::from_le_bytes([self.handler, self.arguments, self.category, self.is_reply.into()])
    }

    /// Is the handler one of the library's own?
    pub fn is_library(&self) -> bool {
        self.handler < FIRST_OF_PROGRAMS
    }

    pub fn kind(&self) -> &'static str {
        active_kind(self.category, self.is_reply)
    }
}

/// What messages of a category are called.
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
    /// Of payload.
    pub bytes: u64,
    /// When the library gave it to the hardware; none if hardware sent it.
    pub sent: Option<u64>,
    /// When its handler began.
    pub handled: Option<u64>,
}

/// A run of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerRun {
    /// Where the message comes from.
    pub source: u32,
    pub head: ActiveHead,
    pub bytes: u64,
    pub begin: u64,
    /// None if it had not ended when the run did.
    pub end: Option<u64>,
}
