//! What all timelines show: slices of calls, notes on calls and messages, arrows, counters, times in nanoseconds.

use crate::recording::{
    DeviceJob, DeviceRecording, HandlerRun, JobSubject, Message, MpiCall, RankRecording, Recording,
};
use rankine_program::Debug;
use rankine_program::mpi::{ANY_SOURCE, ANY_TAG, COMM_WORLD, Kind, PROC_NULL, ROOT, Transfer};
use serde::Serialize;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Turns cycles into nanoseconds.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    hz: u64,
}

impl Clock {
    pub fn new(recording: &Recording) -> Clock {
        Clock { hz: recording.clock_hz.max(1) }
    }

    /// Rounded down: times that are in order stay so.
    pub fn ns(self, cycles: u64) -> u64 {
        let ns = u128::from(cycles) * 1_000_000_000 / u128::from(self.hz);
        u64::try_from(ns).unwrap_or(u64::MAX)
    }
}

/// One MPI call as viewers draw it. Those of one rank follow each other.
pub(super) struct Slice<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub call: MpiCall,
    pub begin: u64,
    /// Where the call was left, or where the rounds of polling behind it that were left out end.
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

/// The last cycle of anything in `recording`.
pub(super) fn run_end(recording: &Recording) -> u64 {
    let of_jobs = |device: &DeviceRecording| device.jobs.iter().map(|job| job.end.unwrap_or(job.begin)).max();
    let of_rank = |rank: &RankRecording| {
        let jobs = rank.devices.iter().filter_map(of_jobs).max().unwrap_or(0);
        rank.calls.last().map_or(0, |call| call.left).max(rank.cycles).max(jobs)
    };
    let of_message = |message: &Message| message.received.unwrap_or(0).max(message.sent);
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

/// Places of calls in the source, each looked up once.
pub(super) struct Sites<'a> {
    debug: &'a [&'a Debug],
    known: BTreeMap<(usize, u64), String>,
}

impl<'a> Sites<'a> {
    pub fn new(debug: &'a [&'a Debug]) -> Sites<'a> {
        Sites { debug, known: BTreeMap::new() }
    }

    /// `function at file:line` of the call in `program` that returns to `return_address`, as far as known.
    fn site(&mut self, program: usize, return_address: u64) -> String {
        let look_up = || {
            let frames = self.debug.get(program).map(|debug| debug.caller(return_address)).unwrap_or_default();
            frames.first().map_or_else(|| format!("{return_address:#x}"), ToString::to_string)
        };
        self.known.entry((program, return_address)).or_insert_with(look_up).clone()
    }

    /// What is known of a call.
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
    /// What is known of a run of a handler.
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

/// What a run of a handler is called.
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

/// What is known of a message.
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

/// The messages that begin and end at one rank: (index of the call, index of the message), in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrows {
    pub out: Vec<(u32, u32)>,
    pub into: Vec<(u32, u32)>,
    /// Those that end in lanes: by place, with the index of the state.
    pub into_lanes: BTreeMap<u32, Vec<(u32, u32)>>,
    /// Active messages that handlers send, and those that they handle, with the index of the handler's run.
    pub out_of_handlers: Vec<(u32, u32)>,
    pub into_handlers: Vec<(u32, u32)>,
}

impl Arrows {
    /// Those that end in the lane of the processor at a place.
    pub fn in_lane(&self, place: u32) -> &[(u32, u32)] {
        self.into_lanes.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// In order of the recording's ranks; of messages that were received. They begin in a call, and end in one, or where they were
/// received by a processor with a lane, in a state of that one.
pub(super) fn arrows(recording: &Recording) -> Vec<Arrows> {
    let mut all = vec![Arrows::default(); recording.ranks.len()];
    for (index, message) in recording.messages.iter().enumerate() {
        let ends = message.received.and_then(|received| {
            let (from, to) = (recording.index_of(message.source)?, recording.index_of(message.destination)?);
            let out = call_at(&recording.ranks[from], message.sent)?;
            Some(((from, out), (to, end_at(&recording.ranks[to], message.place, received)?)))
        });
        if let Some(((from, out), (to, (lane, into)))) = ends {
            all[from].out.push((out, index as u32));
            let list = match lane {
                Some(place) => all[to].into_lanes.entry(place).or_default(),
                None => &mut all[to].into,
            };
            list.push((into, index as u32));
        }
    }
    let first = recording.messages.len();
    for (index, message) in (first..).zip(&recording.active) {
        let ends = message.sent.zip(message.handled).and_then(|(sent, handled)| {
            let (from, to) = (recording.index_of(message.source)?, recording.index_of(message.destination)?);
            let out = sender_at(&recording.ranks[from], sent)?;
            Some(((from, out), (to, run_at(&recording.ranks[to], handled)?)))
        });
        if let Some(((from, (is_handler, out)), (to, into))) = ends {
            let of_sender = if is_handler { &mut all[from].out_of_handlers } else { &mut all[from].out };
            of_sender.push((out, index as u32));
            all[to].into_handlers.push((into, index as u32));
        }
    }
    for arrows in &mut all {
        arrows.out_of_handlers.sort_unstable();
        arrows.into_handlers.sort_unstable();
        arrows.out.sort_unstable();
        arrows.into.sort_unstable();
        arrows.into_lanes.values_mut().for_each(|list| list.sort_unstable());
    }
    all
}

/// Where an arrow ends that comes to a rank at a cycle, to the processor at a place: in which lane, if there is one for it, and the
/// index of the state there, else of the call.
fn end_at(rank: &RankRecording, place: u32, cycle: u64) -> Option<(Option<u32>, u32)> {
    let Some((_, lane)) = rank.lanes().find(|(known, _)| *known == place) else {
        return Some((None, call_at(rank, cycle)?));
    };
    let index = lane.states.partition_point(|state| state.begin <= cycle).checked_sub(1)?;
    (cycle <= lane.states[index].end).then_some((Some(place), index as u32))
}

/// When the message of an arrow was sent, and when it was received or its handler began.
pub(super) fn arrow_cycles(recording: &Recording, arrow: u64) -> Option<(u64, u64)> {
    let index = usize::try_from(arrow).ok()?;
    if let Some(message) = recording.messages.get(index) {
        return Some((message.sent, message.received.unwrap_or(message.sent)));
    }
    let message = recording.active.get(index.checked_sub(recording.messages.len())?)?;
    message.sent.zip(message.handled)
}

/// What of `rank` sends an active message at `cycle`: a handler, with the index of its run, or else a call.
fn sender_at(rank: &RankRecording, cycle: u64) -> Option<(bool, u32)> {
    match run_at(rank, cycle) {
        Some(run) => Some((true, run)),
        None => Some((false, call_at(rank, cycle)?)),
    }
}

/// Index of the handler's run that `rank` is in at `cycle`.
fn run_at(rank: &RankRecording, cycle: u64) -> Option<u32> {
    let index = rank.handlers.partition_point(|run| run.begin <= cycle).checked_sub(1)?;
    rank.handlers[index].end.is_none_or(|end| cycle < end).then_some(index as u32)
}

/// Index of the call that `rank` is in at `cycle`.
fn call_at(rank: &RankRecording, cycle: u64) -> Option<u32> {
    let index = rank.calls.partition_point(|call| call.entered <= cycle).checked_sub(1)?;
    rank.calls.get(index).filter(|call| cycle <= call.end()).map(|_| index as u32)
}

/// The part of `list` (of [`Arrows`]) that belongs to call `index`: the messages.
pub(super) fn arrows_of(list: &[(u32, u32)], index: usize) -> impl Iterator<Item = u64> {
    let first = list.partition_point(|arrow| (arrow.0 as usize) < index);
    list[first..].iter().take_while(move |arrow| arrow.0 as usize == index).map(|arrow| arrow.1.into())
}

/// How many messages are under way (sent and not yet received) from which cycle on.
pub(super) fn under_way(recording: &Recording) -> Vec<(u64, u64)> {
    let mut ends: Vec<u64> = recording.messages.iter().filter_map(|message| message.received).collect();
    ends.sort_unstable();
    let mut begins = recording.messages.iter().map(|message| message.sent).peekable();
    let mut ends = ends.into_iter().peekable();
    let mut counts = vec![(0, 0)];
    let mut count = 0_u64;
    while let Some(cycle) = begins.peek().into_iter().chain(ends.peek()).min().copied() {
        while begins.next_if_eq(&cycle).is_some() {
            count += 1;
        }
        while ends.next_if_eq(&cycle).is_some() {
            count = count.saturating_sub(1);
        }
        counts.push((cycle, count));
    }
    counts
}

/// Messages by the rank that sent them, as indices, in order of the recording's ranks.
pub(super) fn by_source(recording: &Recording) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new(); recording.ranks.len()];
    for (index, message) in recording.messages.iter().enumerate() {
        if let Some(source) = recording.index_of(message.source) {
            all[source].push(index as u32);
        }
    }
    all
}

/// The parts and queues of a device, each once, in order.
pub(super) struct DeviceTracks {
    pub parts: Vec<(&'static str, u32)>,
    pub queues: Vec<(&'static str, u32)>,
}

impl DeviceTracks {
    pub fn new(device: &DeviceRecording) -> DeviceTracks {
        let parts: BTreeSet<(&str, u32)> = device.jobs.iter().map(|job| job.part).collect();
        let queues: BTreeSet<(&str, u32)> = device.levels.iter().map(|level| level.queue).collect();
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

/// What is known of something that a device does.
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

/// The number of a further processor's thread in its rank's process. Threads of harts have smaller ones.
pub(super) fn lane_thread(rank: u32, place: u32) -> u64 {
    (u64::from(place) << 20) + u64::from(rank) + 1
}

/// The place of the thread of handlers among those of further processors, of which no node has so many.
pub(super) const HANDLERS: u32 = 15;

/// Gives spans that come in order of their begin to lanes, so that those of one lane follow each other.
#[derive(Default)]
pub(super) struct Lanes {
    /// (end of the last span, lane), the earliest first.
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
