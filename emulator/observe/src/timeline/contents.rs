//! The contents that all timelines share: slices of calls, notes on calls and messages, arrows,
//! counters, times in nanoseconds.

use crate::recording::{
    DeviceJob, DeviceRecording, HandlerRun, JobSubject, Message, MpiCall, RankRecording, Recording,
};
use rankine_program::Debug;
use rankine_program::mpi::{ANY_SOURCE, ANY_TAG, COMM_WORLD, Kind, PROC_NULL, ROOT, Transfer};
use serde::Serialize;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Converts cycles into nanoseconds.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    hz: u64,
}

impl Clock {
    pub fn new(recording: &Recording) -> Clock {
        Clock { hz: recording.clock_hz.max(1) }
    }

    /// Nanoseconds, rounded down, so that times stay in order.
    pub fn ns(self, cycles: u64) -> u64 {
        let ns = u128::from(cycles) * 1_000_000_000 / u128::from(self.hz);
        u64::try_from(ns).unwrap_or(u64::MAX)
    }
}

/// An MPI call as viewers draw it. The slices of one rank do not overlap.
pub(super) struct Slice<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub call: MpiCall,
    pub begin: u64,
    /// The end of the call, or of the skipped rounds of polling behind it.
    pub end: u64,
}

/// The calls of `rank` in order.
pub(super) fn slices<'a>(recording: &'a Recording, rank: &'a RankRecording) -> impl Iterator<Item = Slice<'a>> {
    let functions = recording.programs.get(rank.program).map_or(&[][..], |program| &program.functions);
    rank.calls.iter().map(move |call| {
        let function = functions.get(call.function as usize);
        Slice {
            name: function.map_or("unknown function", |function| &function.name),
            kind: function.map_or(Kind::Other, |function| function.kind),
            call,
            begin: call.entered,
            end: call.end(),
        }
    })
}

/// The last cycle of all that is in `recording`.
pub(super) fn run_end(recording: &Recording) -> u64 {
    let of_jobs = |device: &DeviceRecording| device.jobs().map(|job| job.end.unwrap_or(job.begin)).max();
    let of_rank = |rank: &RankRecording| {
        let jobs = rank.devices.iter().filter_map(of_jobs).max().unwrap_or(0);
        rank.calls.last().map_or(0, |call| call.left).max(rank.cycles).max(jobs)
    };
    let of_message = |message: Message| message.received.unwrap_or(0).max(message.sent);
    let ranks = recording.ranks.iter().map(of_rank);
    ranks.chain(recording.messages.iter().map(of_message)).max().unwrap_or(0)
}

/// A value of a note.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Text(String),
}

/// A name and a value that viewers show beside a slice.
pub(super) type Note = (Cow<'static, str>, Value);

fn note(name: &'static str, value: Value) -> Note {
    (Cow::Borrowed(name), value)
}

/// The places of calls in the source; each is looked up once.
pub(super) struct Sites<'a> {
    debug: &'a [&'a Debug],
    known: BTreeMap<(usize, u64), String>,
}

impl<'a> Sites<'a> {
    pub fn new(debug: &'a [&'a Debug]) -> Sites<'a> {
        Sites { debug, known: BTreeMap::new() }
    }

    /// `function at file:line` of the call in `program` that returns to `return_address`, as far as
    /// known.
    fn site(&mut self, program: usize, return_address: u64) -> String {
        let look_up = || {
            let frames = self.debug.get(program).map(|debug| debug.caller(return_address)).unwrap_or_default();
            frames.first().map_or_else(|| format!("{return_address:#x}"), ToString::to_string)
        };
        self.known.entry((program, return_address)).or_insert_with(look_up).clone()
    }

    /// Notes on a call.
    pub fn notes(&mut self, program: usize, call: &MpiCall) -> Vec<Note> {
        let mut notes = vec![note("call site", Value::Text(self.site(program, call.return_address)))];
        match (call.send, call.receive) {
            (Some(send), Some(receive)) => {
                transfer_notes("send ", send, &mut notes);
                transfer_notes("receive ", receive, &mut notes);
            }
            (Some(one), None) | (None, Some(one)) => transfer_notes("", one, &mut notes),
            (None, None) => notes.extend(call.bytes.map(|bytes| note("bytes", Value::Unsigned(bytes)))),
        }
        notes.extend(call.remote.map(|remote| note("node", Value::Unsigned(remote.node.into()))));
        notes.extend(call.root.map(|root| note("root", special(root, &RANKS))));
        notes.extend(call.communicator.map(|handle| note("communicator", Value::Text(communicator(handle)))));
        notes.push(note("cycles", Value::Unsigned(call.left.saturating_sub(call.entered))));
        notes.push(note("wait cycles", Value::Unsigned(call.wait_cycles)));
        notes.extend((call.repeats > 0).then(|| note("repeats", Value::Unsigned(call.repeats))));
        notes.extend(call.is_under_way.then(|| note("under way", Value::Flag(true))));
        notes
    }
}

impl Sites<'_> {
    /// Notes on a run of a handler.
    pub fn handler_notes(&mut self, rank: &RankRecording, run: &HandlerRun) -> Vec<Note> {
        let debug = self.debug.get(rank.program);
        let address = rank.handler_functions.get(&run.head.handler);
        let function = address.and_then(|address| debug?.symbols.at(*address)).map(|(name, _)| name.to_owned());
        let mut notes: Vec<Note> = function.map(|name| note("function", Value::Text(name))).into_iter().collect();
        notes.extend([
            note("source", Value::Unsigned(run.source.into())),
            note("kind", Value::Text(run.head.kind().to_owned())),
            note("arguments", Value::Unsigned(run.head.arguments.into())),
            note("bytes", Value::Unsigned(run.bytes)),
        ]);
        notes.extend(run.end.map(|end| note("cycles", Value::Unsigned(end.saturating_sub(run.begin)))));
        notes
    }
}

/// The name of a handler's run.
pub(super) fn handler_name(run: &HandlerRun) -> String {
    format!("handler {} from rank {}", run.head.handler, run.source)
}

const RANKS: [(i32, &str); 3] = [(ANY_SOURCE, "MPI_ANY_SOURCE"), (PROC_NULL, "MPI_PROC_NULL"), (ROOT, "MPI_ROOT")];
const TAGS: [(i32, &str); 1] = [(ANY_TAG, "MPI_ANY_TAG")];

fn transfer_notes(prefix: &str, transfer: Transfer, notes: &mut Vec<Note>) {
    let mut add = |name: &str, value: Value| notes.push((Cow::Owned(format!("{prefix}{name}")), value));
    if let Some(peer) = transfer.peer {
        add("peer", special(peer, &RANKS));
    }
    if let Some(tag) = transfer.tag {
        add("tag", special(tag, &TAGS));
    }
    if let Some(bytes) = transfer.bytes {
        add("bytes", Value::Unsigned(bytes));
    }
}

fn special(value: i32, names: &[(i32, &str)]) -> Value {
    let name = names.iter().find(|row| row.0 == value);
    name.map_or(Value::Signed(value.into()), |row| Value::Text(row.1.to_owned()))
}

fn communicator(handle: u64) -> String {
    if handle == COMM_WORLD { "MPI_COMM_WORLD".to_owned() } else { format!("{handle:#x}") }
}

/// Notes on a message.
pub(super) fn message_notes(message: &Message, clock: Clock) -> Vec<Note> {
    let mut notes = vec![
        note("source", Value::Unsigned(message.source.into())),
        note("destination", Value::Unsigned(message.destination.into())),
        note("tag", Value::Signed(message.tag.into())),
        note("bytes", Value::Unsigned(message.bytes)),
        note("protocol", Value::Text(message.protocol.name().to_owned())),
        note("collective", Value::Flag(message.is_collective)),
        note("unexpected", Value::Flag(message.is_unexpected)),
        note("complete", Value::Flag(message.received.is_some())),
    ];
    notes.extend(message.arrived.map(|at| note("arrived ns", Value::Unsigned(clock.ns(at)))));
    notes.extend(message.matched.map(|at| note("matched ns", Value::Unsigned(clock.ns(at)))));
    notes
}

/// The indices of messages, by the rank that sent them, in order of the recording's ranks.
pub(super) fn by_source(recording: &Recording) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new(); recording.ranks.len()];
    for (index, message) in recording.messages.iter().enumerate() {
        if let Some(source) = recording.index_of(message.source) {
            all[source].push(index as u32);
        }
    }
    all
}

/// The parts and queues of a device, in order without duplicates.
pub(super) struct DeviceTracks {
    pub parts: Vec<(&'static str, u32)>,
    pub queues: Vec<(&'static str, u32)>,
}

impl DeviceTracks {
    pub fn new(device: &DeviceRecording) -> DeviceTracks {
        let parts: BTreeSet<(&str, u32)> = device.parts().iter().copied().collect();
        let queues: BTreeSet<(&str, u32)> = device.queues().iter().copied().collect();
        DeviceTracks { parts: parts.into_iter().collect(), queues: queues.into_iter().collect() }
    }

    /// The number of a part.
    pub fn part(&self, part: (&'static str, u32)) -> u64 {
        self.parts.binary_search(&part).unwrap_or_default() as u64
    }

    pub fn queue(&self, queue: (&'static str, u32)) -> u64 {
        self.queues.binary_search(&queue).unwrap_or_default() as u64
    }
}

/// `command buffer 7`
pub(super) fn part_name((name, number): (&'static str, u32)) -> String {
    format!("{name} {number}")
}

/// Notes on a job of a device.
pub(super) fn job_notes(job: &DeviceJob) -> Vec<Note> {
    let mut notes = match job.subject {
        JobSubject::Transfer { bytes, node } => {
            vec![note("bytes", Value::Unsigned(bytes)), note("node", Value::Unsigned(node.into()))]
        }
        JobSubject::Instruction { address } => vec![note("address", Value::Unsigned(address))],
    };
    notes.extend(job.end.map(|end| note("cycles", Value::Unsigned(end.saturating_sub(job.begin)))));
    notes
}

/// The thread number of a further processor in its rank's process. Threads of harts have smaller
/// numbers.
pub(super) fn lane_thread(rank: u32, place: u32) -> u64 {
    (u64::from(place) << 20) + u64::from(rank) + 1
}

/// The place of the thread of handlers, among those of further processors. No node has so many
/// processors.
pub(super) const HANDLERS: u32 = 15;

/// Distributes spans over lanes, so that the spans of one lane do not overlap. Spans must come in
/// order of their begin.
#[derive(Default)]
pub(super) struct Lanes {
    /// Pairs (end of the last span, lane); the earliest end comes first.
    busy: BinaryHeap<Reverse<(u64, u64)>>,
}

impl Lanes {
    /// The lane of the next span, and whether it is a new one.
    pub fn place(&mut self, begin: u64, end: u64) -> (u64, bool) {
        let free = self.busy.peek().filter(|Reverse((until, _))| *until <= begin).map(|Reverse((_, lane))| *lane);
        let lane = free.unwrap_or(self.busy.len() as u64);
        if free.is_some() {
            self.busy.pop();
        }
        self.busy.push(Reverse((end, lane)));
        (lane, free.is_none())
    }
}
