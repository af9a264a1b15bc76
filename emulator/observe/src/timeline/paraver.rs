//! A timeline for Paraver: records (`.prv`), the meaning of their numbers (`.pcf`), and names of
//! rows (`.row`).

use super::contents::{Clock, run_end, slices};
use super::extrae::{
    COLLECTIVE, IDLE, ONE_SIDED, OTHER, POINT_TO_POINT, POLLING, RUNNING, STATES, TYPES, code, functions, state,
};
use crate::recording::{Lane, Message, RankRecording, Recording};
use rankine_program::mpi::Kind;
use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BTreeSet, BinaryHeap};
use std::io::{self, Write};

/// Functions that Extrae has no number for get this value and the following ones, in order of their
/// names.
const FIRST_OWN_VALUE: u32 = 1001;
/// Event types of our own. Extrae has none near these numbers.
const UNEXPECTED: u32 = 77_000_001;
const REPEATS: u32 = 77_000_002;
/// An event with a handler's number where a run of the handler begins, and with 0 where it ends.
const HANDLER: u32 = 77_000_003;

/// A line of the `.prv` file. The times of messages are added when it is written.
enum Record {
    State { at: Place, end: u64, state: u32 },
    Event { at: Place, event_type: u32, value: u64 },
    Communication(Communication),
}

/// Records in order of time, each with its time.
type Records<'a> = Box<dyn Iterator<Item = (u64, Record)> + 'a>;

/// A message that was received, from one of the ranks to another.
struct Communication {
    message: Message,
    from: Place,
    to: Place,
    received: u64,
}

/// For each function of each program: event type, value and state.
type Codes = Vec<Vec<(u32, u32, u32)>>;

/// Writes the records of `recording`.
pub fn paraver_prv(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    let clock = Clock::new(recording);
    header(&Threads::new(recording), clock.ns(run_end(recording)), out)?;
    let (codes, threads) = (codes(recording), Threads::new(recording));
    for (time, record) in merged(records(recording, &codes, &threads, clock)) {
        match record {
            Record::State { at, end, state } => writeln!(out, "1:{at}:{time}:{end}:{state}")?,
            Record::Event { at, event_type, value } => writeln!(out, "2:{at}:{time}:{event_type}:{value}")?,
            Record::Communication(message) => communication(&message, clock, out)?,
        }
    }
    Ok(())
}

/// A thread, with its CPU. All numbers are counted from 1. A rank's node has a CPU for each thread.
#[derive(Clone, Copy)]
struct Place {
    cpu: usize,
    task: usize,
    thread: usize,
}

/// `cpu:application:task:thread`
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:1:{}:{}", self.cpu, self.task, self.thread)
    }
}

/// The threads of all ranks: one for the hart of the program, and one for each lane. Ranks are
/// indices here.
struct Threads {
    /// By rank: the number of threads before it, and the places of its own threads on the node.
    ranks: Vec<(usize, Vec<u32>)>,
}

impl Threads {
    fn new(recording: &Recording) -> Threads {
        let mut before = 0;
        let of_rank = |rank: &RankRecording| {
            let places: Vec<u32> = std::iter::once(0).chain(rank.lanes().map(|(place, _)| place)).collect();
            before += places.len();
            (before - places.len(), places)
        };
        Threads { ranks: recording.ranks.iter().map(of_rank).collect() }
    }

    /// The thread of the processor at a place. If the place has none, the first thread of the rank.
    fn place(&self, rank: usize, place: u32) -> Place {
        let (before, places) = &self.ranks[rank];
        let thread = places.iter().position(|known| *known == place).unwrap_or(0) + 1;
        Place { cpu: before + thread, task: rank + 1, thread }
    }
}

/// Writes the header. The date is always the same, so that the same run gives the same file.
fn header(threads: &Threads, end: u64, out: &mut dyn Write) -> io::Result<()> {
    let ranks = threads.ranks.len();
    let list = |element: &dyn Fn(usize) -> String, separator| {
        (1..=ranks).map(element).collect::<Vec<String>>().join(separator)
    };
    let of_task = |task: usize| threads.ranks[task - 1].1.len();
    let nodes = list(&|node| of_task(node).to_string(), ",");
    let tasks = list(&|task| format!("{}:{task}", of_task(task)), ",");
    writeln!(out, "#Paraver (01/01/2000 at 00:00):{end}_ns:{ranks}({nodes}):1:{ranks}({tasks}),1")?;
    writeln!(out, "c:1:1:{ranks}:{}", list(&|task| task.to_string(), ":"))
}

fn communication(message: &Communication, clock: Clock, out: &mut dyn Write) -> io::Result<()> {
    let Communication { message, from, to, received } = *message;
    let sent = clock.ns(message.sent);
    let (matched, received) = (clock.ns(message.matched.unwrap_or(received)), clock.ns(received));
    writeln!(out, "3:{from}:{sent}:{sent}:{to}:{matched}:{received}:{}:{}", message.bytes, message.tag)
}

/// All lists of records: those of ranks, then those of messages.
fn records<'a>(recording: &'a Recording, codes: &'a Codes, threads: &'a Threads, clock: Clock) -> Vec<Records<'a>> {
    let run_end = clock.ns(run_end(recording));
    let mut all: Vec<Records<'a>> = Vec::new();
    for (index, rank) in recording.ranks.iter().enumerate() {
        let (at, codes) = (threads.place(index, 0), codes.get(rank.program).map_or(&[][..], Vec::as_slice));
        all.push(Box::new(states(recording, rank, at, codes, (clock, run_end))));
        all.push(Box::new(calls(recording, rank, at, codes, clock)));
        let event = move |(time, event_type, value)| (time, Record::Event { at, event_type, value });
        let unexpected = rank.unexpected.iter();
        all.push(Box::new(unexpected.map(move |(cycle, count)| event((clock.ns(cycle), UNEXPECTED, count.into())))));
        let handlers = rank.handlers.iter().flat_map(move |run| {
            let end = run.end.map_or(run_end, |end| clock.ns(end));
            [(clock.ns(run.begin), HANDLER, run.head.handler.into()), (end, HANDLER, 0)]
        });
        all.push(Box::new(handlers.map(event)));
        for (place, lane) in rank.lanes() {
            all.push(Box::new(of_lane(lane, threads.place(index, place), (clock, run_end))));
        }
    }
    let messages = recording.messages.iter().filter_map(move |message| {
        let (from, to) = (recording.index_of(message.source)?, recording.index_of(message.destination)?);
        let (from, to) = (threads.place(from, 0), threads.place(to, message.place));
        let received = message.received?;
        Some((clock.ns(message.sent), Record::Communication(Communication { message, from, to, received })))
    });
    all.push(Box::new(messages));
    all
}

/// The records of all lists in order of time. At equal times they stay in the order of the lists.
/// So the end of a call stays in front of the begin of the next one.
fn merged(lists: Vec<Records<'_>>) -> impl Iterator<Item = (u64, Record)> {
    let mut lists: Vec<_> = lists.into_iter().map(Iterator::peekable).collect();
    let heads = lists.iter_mut().enumerate().filter_map(|(list, records)| Some(Reverse((records.peek()?.0, list))));
    let mut heads: BinaryHeap<Reverse<(u64, usize)>> = heads.collect();
    std::iter::from_fn(move || {
        let mut head = heads.peek_mut()?;
        let records = &mut lists[head.0.1];
        let record = records.next();
        match records.peek() {
            Some((time, _)) => head.0.0 = *time,
            None => _ = PeekMut::pop(head),
        }
        record
    })
}

/// The record of a state. None if it lasts no time.
fn stay(at: Place, begin: u64, end: u64, state: u32) -> Option<(u64, Record)> {
    (begin < end).then_some((begin, Record::State { at, end, state }))
}

/// The records of a further processor.
fn of_lane(lane: &Lane, at: Place, (clock, run_end): (Clock, u64)) -> impl Iterator<Item = (u64, Record)> {
    let last = lane.states.last().map_or(0, |last| clock.ns(last.end));
    let states = lane.states.iter().filter_map(move |one| {
        stay(at, clock.ns(one.begin), clock.ns(one.end), if one.is_polling { POLLING } else { RUNNING })
    });
    states.chain(stay(at, last, run_end, IDLE))
}

/// Event type, value and state of each function of a program.
type CodesOfProgram<'a> = &'a [(u32, u32, u32)];

/// The states of a rank: computing, in calls, and none after it ended.
fn states<'a>(
    recording: &'a Recording,
    rank: &'a RankRecording,
    at: Place,
    codes: CodesOfProgram<'a>,
    (clock, run_end): (Clock, u64),
) -> impl Iterator<Item = (u64, Record)> {
    let mut before = 0;
    let of_calls = slices(recording, rank).flat_map(move |slice| {
        let (begin, end) = (clock.ns(slice.begin), clock.ns(slice.end));
        let code = codes.get(slice.call.function as usize).map_or(RUNNING, |code| code.2);
        [stay(at, std::mem::replace(&mut before, end), begin, RUNNING), stay(at, begin, end, code)]
    });
    let last = rank.calls.last().map_or(0, |call| clock.ns(call.end()));
    let ended = clock.ns(rank.cycles).max(last);
    of_calls.chain([stay(at, last, ended, RUNNING), stay(at, ended, run_end, IDLE)]).flatten()
}

/// The events of a rank's calls.
fn calls<'a>(
    recording: &'a Recording,
    rank: &'a RankRecording,
    at: Place,
    codes: CodesOfProgram<'a>,
    clock: Clock,
) -> impl Iterator<Item = (u64, Record)> {
    let event = move |cycle, event_type, value| Some((clock.ns(cycle), Record::Event { at, event_type, value }));
    let of_call = slices(recording, rank).filter_map(move |slice| {
        let &(event_type, value, _) = codes.get(slice.call.function as usize)?;
        let repeats = slice.call.repeats;
        Some([
            event(slice.begin, event_type, value.into()),
            event(slice.begin, REPEATS, repeats).filter(|_| repeats > 0),
            event(slice.end, event_type, 0),
        ])
    });
    of_call.flatten().flatten()
}

fn codes(recording: &Recording) -> Codes {
    let own = own_functions(recording);
    let of_function = |name: &str, kind| {
        let (event_type, value) = code(name).unwrap_or_else(|| {
            let position = own.iter().position(|own| own.1 == name).unwrap_or(0);
            (own_type(kind), FIRST_OWN_VALUE + position as u32)
        });
        (event_type, value, state(name, kind))
    };
    let functions = recording.programs.iter().map(|program| &program.functions);
    functions.map(|list| list.iter().map(|function| of_function(&function.name, function.kind)).collect()).collect()
}

/// The functions that Extrae has no number for, with their event types, in order of name.
fn own_functions(recording: &Recording) -> Vec<(u32, &str)> {
    let functions = recording.programs.iter().flat_map(|program| &program.functions);
    let own = functions.filter(|function| code(&function.name).is_none());
    let by_name: BTreeSet<(&str, u32)> = own.map(|own| (own.name.as_str(), own_type(own.kind))).collect();
    by_name.into_iter().map(|(name, event_type)| (event_type, name)).collect()
}

fn own_type(kind: Kind) -> u32 {
    match kind {
        Kind::Send | Kind::Receive | Kind::SendReceive | Kind::Probe | Kind::Wait => POINT_TO_POINT,
        Kind::Collective => COLLECTIVE,
        Kind::OneSided => ONE_SIDED,
        Kind::Request | Kind::Other => OTHER,
    }
}

/// Writes the meaning of the numbers in the records.
pub fn paraver_pcf(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n\n")?;
    out.write_all(b"DEFAULT_SEMANTIC\n\nTHREAD_FUNC         State As Is\n\nSTATES\n")?;
    for (number, name, _) in STATES {
        writeln!(out, "{number}    {name}")?;
    }
    out.write_all(b"\nSTATES_COLOR\n")?;
    for (number, _, colour) in STATES {
        writeln!(out, "{number}    {colour}")?;
    }
    let own = own_functions(recording);
    for (event_type, name) in TYPES {
        writeln!(out, "\nEVENT_TYPE\n9    {event_type}    {name}\nVALUES\n0    End")?;
        for (_, value, name) in functions().filter(|row| row.0 == event_type) {
            writeln!(out, "{value}    MPI_{name}")?;
        }
        for ((_, name), value) in own.iter().zip(FIRST_OWN_VALUE..).filter(|(own, _)| own.0 == event_type) {
            writeln!(out, "{value}    {}", one_line(name))?;
        }
    }
    let runs = recording.ranks.iter().flat_map(|rank| &rank.handlers);
    let handlers: BTreeSet<u8> = runs.map(|run| run.head.handler).collect();
    if !handlers.is_empty() {
        writeln!(out, "\nEVENT_TYPE\n9    {HANDLER}    GASNet handler\nVALUES\n0    End")?;
        handlers.iter().try_for_each(|handler| writeln!(out, "{handler}    handler {handler}"))?;
    }
    for (event_type, name) in [(UNEXPECTED, "Unexpected messages"), (REPEATS, "Polling rounds left out")] {
        writeln!(out, "\nEVENT_TYPE\n0    {event_type}    {name}")?;
    }
    Ok(())
}

fn one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

/// Writes the names of rows.
pub fn paraver_row(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    for (level, has_lanes) in [("CPU", true), ("NODE", false), ("TASK", false), ("THREAD", true)] {
        let mut names = Vec::new();
        for rank in &recording.ranks {
            names.push(format!("rank {}", rank.rank));
            let lanes = rank.lanes().filter(|_| has_lanes);
            names.extend(lanes.map(|(_, lane)| format!("rank {} {}", rank.rank, lane.name)));
        }
        writeln!(out, "LEVEL {level} SIZE {}", names.len())?;
        for name in names {
            writeln!(out, "{name}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
